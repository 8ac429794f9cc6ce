import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An image without an engine: the folder that stands for `/`, and what the last stage says of running it. */
export interface Image {
  root: string;
  workdir: string;
  env: Record<string, string>;
  command: string[];
  /** Removes the folders of all stages. */
  remove(): void;
}

type Instruction = [name: string, rest: string];

function readInstructions(file: string): Instruction[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return [name, rest];
    });
}

/** Runs a shell command of the file with the paths of the image turned into those of its folder. */
function run(command: string, image: Image): void {
  const moved = command.replaceAll(/(?<=\s)\/data\b/g, join(image.root, 'data')).replace(/ && chown .*/, '');
  console.log(`  ${command}`);
  const { status } = spawnSync('sh', ['-c', moved], {
    cwd: join(image.root, image.workdir),
    env: { ...process.env, ...image.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`The step "${command}" ended with ${status}`);
}

function copy(rest: string, image: Image, context: string, stages: ReadonlyMap<string, Image>): void {
  const parts = rest.split(' ');
  const from = parts.find((part) => part.startsWith('--from='))?.slice('--from='.length);
  const names = parts.filter((part) => !part.startsWith('--'));
  const target = join(image.root, image.workdir, names.pop() ?? '');
  const source = from === undefined ? context : (stages.get(from)?.root ?? '');
  mkdirSync(target, { recursive: true });
  for (const name of names) {
    const isFolder = name === '.' || name.startsWith('/');
    cpSync(join(source, name), isFolder ? target : join(target, name), { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * Builds an image by the steps of a container file, each stage in an empty folder, on the Node.js and system of this
 * machine. Users and ports are left to an engine. An unknown instruction is an error.
 */
export function buildBySteps(file: string, context: string): Image {
  const stages = new Map<string, Image>();
  const remove = () => {
    for (const { root } of stages.values()) rmSync(root, { recursive: true, force: true });
  };
  let image: Image | null = null;
  for (const [name, rest] of readInstructions(file)) {
    if (name === 'FROM') {
      image = { root: mkdtempSync(join(tmpdir(), 'image-')), workdir: '/', env: {}, command: [], remove };
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? '', image);
      continue;
    }
    if (!image) throw new Error(`${file} must begin with FROM`);
    if (name === 'WORKDIR') {
      image.workdir = rest;
      mkdirSync(join(image.root, rest), { recursive: true });
    } else if (name === 'ENV') {
      image.env = { ...image.env, ...Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))) };
    } else if (name === 'COPY') copy(rest, image, context, stages);
    else if (name === 'RUN') run(rest, image);
    else if (name === 'CMD') image.command = JSON.parse(rest) as string[];
    else if (!['VOLUME', 'USER', 'EXPOSE', 'HEALTHCHECK'].includes(name)) {
      throw new Error(`${file} has an instruction that the check does not know: ${name}`);
    }
  }
  if (!image) throw new Error(`${file} has no FROM`);
  return image;
}
