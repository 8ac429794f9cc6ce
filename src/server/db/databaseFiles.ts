import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { HeldLock } from './heldLock';

/** The bits of a mode that give rights to group and others. */
const OTHERS_BITS = 0o077;

type Operation = (...args: unknown[]) => unknown;

/** How the engine's file system works on the files of a folder, of a file by name and of an open one. */
interface FileOperations {
  node_ops: Record<string, Operation>;
  stream_ops: Record<string, Operation>;
}

const hasOperations = (type: object): type is FileOperations => 'node_ops' in type && 'stream_ops' in type;

/** Calls `before` with the arguments of each call of an operation; it may change them. */
function intercept(operations: Record<string, Operation>, name: string, before: (args: unknown[]) => unknown[]): void {
  const original = operations[name];
  if (!original) throw new Error(`The database engine has no file operation ${name}`);
  operations[name] = (...args) => original(...before(args));
}

const privateMode = (mode: unknown) => (typeof mode === 'number' ? mode & ~OTHERS_BITS : mode);

function privateAttributes(attributes: unknown): unknown {
  if (typeof attributes !== 'object' || attributes === null || !('mode' in attributes)) return attributes;
  return { ...attributes, mode: privateMode(attributes.mode) };
}

/**
 * The files of the embedded database. Once the lock is lost, no write reaches them. Group and others have no access to
 * them, although the engine creates files with its own modes, such as 0666, whatever the process's umask is.
 */
export class DatabaseFiles extends NodeFS {
  readonly #lock: HeldLock;

  constructor(folder: string, lock: HeldLock) {
    super(folder);
    this.#lock = lock;
  }

  #guard(type: object): void {
    if (!hasOperations(type)) throw new Error('The database engine has another file system than expected');
    const { node_ops: named, stream_ops: open } = type;
    const assertHeld = (args: unknown[]) => {
      this.#lock.assertHeld();
      return args;
    };
    for (const name of ['rename', 'unlink', 'rmdir', 'symlink']) intercept(named, name, assertHeld);
    for (const name of ['write', 'msync']) intercept(open, name, assertHeld);
    intercept(named, 'mknod', ([parent, name, mode, ...rest]) => [
      parent,
      name,
      privateMode(mode),
      ...assertHeld(rest),
    ]);
    for (const operations of [named, open]) {
      intercept(operations, 'setattr', ([file, attributes]) => assertHeld([file, privateAttributes(attributes)]));
    }
  }

  override async init(engine: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun: typeof emscriptenOpts.preRun = [
      ({ NODEFS }) => this.#guard(NODEFS),
      ...(emscriptenOpts.preRun ?? []),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}
