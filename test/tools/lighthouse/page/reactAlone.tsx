import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <main>
    <h1>React alone</h1>
    <p>Nothing but React and this text.</p>
  </main>,
);
