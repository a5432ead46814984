import { useState } from 'react';

/** Uses data of the preload: once it is drawn, the window is usable. */
export function App() {
  const [count, setCount] = useState(0);
  const versions: () => Readonly<Record<string, string>> = Reflect.get(window, 'versions');
  return (
    <main aria-busy="false">
      <h1>An app with React and TypeScript</h1>
      <p>
        Change <code>src/renderer/src/App.tsx</code> to begin.
      </p>
      <button type="button" onClick={() => setCount((now) => now + 1)}>
        Pressed {count} times
      </button>
      <ul>
        {['electron', 'chrome', 'node'].map((name) => (
          <li key={name}>
            {name} {versions()[name]}
          </li>
        ))}
      </ul>
    </main>
  );
}
