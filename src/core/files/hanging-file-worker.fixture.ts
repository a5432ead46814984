import './hanging-drive.fixture.ts';

await import('./file-worker.ts');
