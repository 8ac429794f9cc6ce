import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * What each layer of src may import of the others (src/<layer>, a folder of one, or a single file of src). A layer that
 * is not named here fails the check, so that a new folder is placed on purpose.
 */
export const layers: Record<string, readonly string[]> = {
  domain: [],
  'paths.ts': [],
  contract: ['domain'],
  api: ['contract', 'domain'],
  offline: ['api', 'contract', 'domain'],
  'recording/core': ['domain'],
  'recording/behaviour': ['recording/core'],
  'recording/app': ['recording/behaviour', 'recording/core', 'state', 'offline', 'api', 'contract', 'domain'],
  state: ['offline', 'recording/core', 'api', 'contract', 'domain'],
  ui: ['domain'],
  features: ['recording/app', 'state', 'offline', 'api', 'ui', 'contract', 'domain', 'paths.ts'],
  app: ['recording/core', 'features', 'state', 'ui', 'domain', 'paths.ts'],
  'main.tsx': ['recording/app', 'recording/core', 'app', 'features', 'state', 'offline', 'api', 'ui', 'domain'],
  'sw.ts': ['domain'],
  build: ['domain', 'paths.ts'],
  server: ['contract', 'domain'],
};

const quote = (text: string) => text.replace(/[.]/g, '\\$&');
const pathOf = (layer: string) => (layer.includes('.') ? `^src/${quote(layer)}$` : `^src/${layer}/`);

function layerRule([layer, allowed]: [string, readonly string[]]): IForbiddenRuleType {
  return {
    name: `${layer} imports only ${allowed.join(', ') || 'itself'}`,
    comment: `Move what is needed down into ${allowed.at(-1) ?? layer}, or hand it in as an argument.`,
    severity: 'error',
    from: { path: pathOf(layer) },
    to: { path: '^(?:src|test)/', pathNot: [layer, ...allowed].map(pathOf) },
  };
}

const NODE_LAYERS = '^src/(?:server|build)/';

/** The layers as rules of dependency-cruiser; type-only imports count like any other. */
export const layerRules: IForbiddenRuleType[] = [
  ...Object.entries(layers).map(layerRule),
  {
    name: 'a feature imports no other feature',
    comment: 'Move what two features share into ui (how it looks), state (what it knows) or domain (its rules).',
    severity: 'error',
    from: { path: '^src/features/([^/]+)/' },
    to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
  },
  {
    name: 'only the screens of recordings import the recorder of the app',
    comment: 'The recorder is loaded on demand: a screen that imports it makes every user load it.',
    severity: 'error',
    from: { path: '^src/features/', pathNot: '^src/features/recordings/' },
    to: { path: '^src/recording/' },
  },
  {
    name: 'state/slices imports no other folder of state',
    comment: 'A slice holds what is known. What reads or writes several slices belongs to the folder of its noun.',
    severity: 'error',
    from: { path: '^src/state/slices/' },
    to: { path: '^src/state/', pathNot: '^src/state/slices/' },
  },
  {
    name: 'state/root imports only state/slices',
    comment: 'Every folder of state reads the types of root: it knows none of them.',
    severity: 'error',
    from: { path: '^src/state/root/' },
    to: { path: '^src/state/', pathNot: '^src/state/(?:root|slices)/' },
  },
  {
    name: 'no folder of state imports state/store',
    comment: 'The store is made of the other folders: hand in what is needed through the environment.',
    severity: 'error',
    from: { path: '^src/state/', pathNot: '^src/state/store/' },
    to: { path: '^src/state/store/' },
  },
  {
    name: 'no import circle',
    comment: 'Move the part both need into a file of its own.',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'domain needs no package',
    comment: 'The rules of the trade are pure: no React, Redux, zod, clock or randomness.',
    severity: 'error',
    from: { path: '^src/(?:domain/|paths\\.ts$)' },
    to: { path: 'node_modules' },
  },
  {
    name: 'the contract needs zod alone',
    comment: 'Client and server both load it; anything else belongs to src/api or src/server.',
    severity: 'error',
    from: { path: '^src/contract/' },
    to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
  },
  {
    name: 'ui knows no store',
    comment: 'Parts of ui are handed what they show; read the store in src/features or src/app.',
    severity: 'error',
    from: { path: '^src/ui/' },
    to: { path: 'node_modules/(?:@reduxjs|react-redux|redux|redux-persist|localforage|idb)/' },
  },
  {
    name: 'node only on the server',
    comment: 'This runs in a browser. What needs node belongs to src/server, or src/build for the build.',
    severity: 'error',
    from: { path: '^src/', pathNot: NODE_LAYERS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'every import is found',
    comment: 'The file does not exist, or the package is not in package.json.',
    severity: 'error',
    from: { path: '^src/' },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];
