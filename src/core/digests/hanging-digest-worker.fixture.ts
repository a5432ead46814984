import '../files/hanging-drive.fixture.ts';

await import('./digest-worker.ts');
