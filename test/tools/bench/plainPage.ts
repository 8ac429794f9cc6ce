import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page that does without a library: its worker has its files, and a list comes from IndexedDB. */
export interface PlainPage {
  url: string;
  close(): void;
}

const WORKER = `
const FILES = ['/', '/list.js'];
addEventListener('install', (event) => event.waitUntil(caches.open('files').then((cache) => cache.addAll(FILES))));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)));
`;

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>List</title>
<h1>List</h1><ul></ul><script src="/list.js"></script></html>`;

const LIST = `
navigator.serviceWorker.register('/worker.js');
const opening = indexedDB.open('rows', 1);
opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
opening.onsuccess = () => {
  const all = opening.result.transaction('rows').objectStore('rows').getAll();
  all.onsuccess = () => {
    for (const { name } of all.result) {
      const row = document.createElement('li');
      row.textContent = name;
      document.querySelector('ul').append(row);
    }
  };
};
`;

/** Serves the page on a free port. */
export async function servePlainPage(): Promise<PlainPage> {
  const files: Record<string, [type: string, text: string]> = {
    '/': ['text/html', PAGE],
    '/list.js': ['text/javascript', LIST],
    '/worker.js': ['text/javascript', WORKER],
  };
  const server = createServer(({ url = '/' }, response) => {
    const [type, text] = files[url] ?? ['text/plain', ''];
    response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
