import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {measure} from './measure.ts';

/**
 * `npm run bench:sealing [-- --rounds R]`: what sealing costs a preview without changes, as medians of interleaved runs with a backend in clear
 * and with sealed ones.
 */
const {values} = parseArgs({options: {rounds: {type: 'string', default: '20'}}});
const GANTRY = join(import.meta.dirname, '..', '..', 'bin', 'gantry.js');
const SECRET = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'web'}, stringData: {password: 'not-secret-at-all'}};

type Place = {readonly name: string; readonly dir: string; readonly env: Readonly<Record<string, string>>};

async function place(
  root: string,
  name: string,
  backend: object,
  env: Readonly<Record<string, string>>,
): Promise<Place> {
  const dir = join(root, name);
  await mkdir(join(dir, 'web'), {recursive: true});
  const files = {
    'project.yaml': {name: 'shop', backend},
    'web/stack.yaml': {name: 'web', namespace: 'shop', workspace: 'sandbox', sources: [{manifests: 'secret.yaml'}]},
    'web/secret.yaml': SECRET,
  };
  for (const [file, content] of Object.entries(files)) await writeFile(join(dir, file), JSON.stringify(content));
  return {name, dir, env: {HOME: join(root, `${name}-home`), ...env}};
}

const gantry = ({dir, env}: Place, args: readonly string[]) =>
  measure({file: process.execPath, args: [GANTRY, ...args, '-s', 'web'], cwd: dir, env});

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const root = await mkdtemp(join(tmpdir(), 'gantry-sealing-'));
try {
  const {key, recipient} = await ageIdentity();
  const local = {local: {path: 'state'}};
  const passphrase = {GANTRY_BACKEND_PASSPHRASE: 'not-secret-at-all'};
  const places = [
    await place(root, 'clear', local, {}),
    await place(root, 'X25519', {...local, encryption: {age: {recipients: [recipient]}}}, {GANTRY_AGE_KEY: key}),
    await place(root, 'passphrase', {...local, encryption: {passphrase: {}}}, passphrase),
  ];
  const times = new Map<string, number[]>(places.map(({name}) => [name, []]));
  const processor = new Map<string, number[]>(places.map(({name}) => [name, []]));
  for (const one of places) {
    const {code, output} = await gantry(one, ['apply', '--yes']);
    if (code !== 0) throw new Error(output);
    await gantry(one, ['preview']);
  }
  for (let i = 0; i < Number(values.rounds); i++)
    for (const one of places) {
      const {code, output, seconds, cpuSeconds = Number.NaN} = await gantry(one, ['preview']);
      if (code !== 0) throw new Error(output);
      times.get(one.name)?.push(seconds * 1000);
      processor.get(one.name)?.push(cpuSeconds * 1000);
    }
  const clear = median(times.get('clear') ?? []);
  for (const [name, all] of times) {
    const own = median(all);
    const cpu = median(processor.get(name) ?? []);
    const more = `${(own - clear).toFixed(0)} ms more, ratio ${(own / clear).toFixed(3)}`;
    console.log(`${name.padEnd(12)} ${own.toFixed(0)} ms, ${more}; ${cpu.toFixed(0)} ms of processor time`);
  }
} finally {
  await rm(root, {recursive: true, force: true});
}
