import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {stripVTControlCharacters} from 'node:util';
import {type Ran, runGantry} from './run-gantry.ts';
import {tenServices} from './ten-services.ts';

/** A step answered something else than it should. */
export class Deviation extends Error {}

export type Demo = {
  readonly write: (text: string) => void;
  readonly color?: boolean;
  readonly source?: boolean;
};

type Expected = {readonly code?: number; readonly says?: readonly string[]};

const EDIT = fileURLToPath(new URL('./somebody-edits.ts', import.meta.url));
const CART = '/apis/apps/v1/namespaces/market/deployments/cart';

/**
 * The main job, step by step, with the real program on the cluster that it has inside. Every command is shown before it runs.
 * @throws Deviation at the first step that does not do what it should.
 */
export async function tellDemo({write, color = false, source = false}: Demo): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'gantry-demo-'));
  const [home, dir] = [join(root, 'home'), join(root, 'market')];
  try {
    await writeFiles(dir, tenServices());
    await mkdir(home, {mode: 0o700});
    const say = (text: string): void => write(`\n${text}\n`);
    const strong = (text: string): string => (color ? `\u001B[1m${text}\u001B[22m` : text);
    const run = (args: readonly string[]): Promise<Ran> => runGantry(args, {home, dir, onOutput: write, color, source});
    await tell({
      say,
      shell: async (line, edit) => {
        say(strong(`$ ${line}`));
        await edit(dir);
      },
      gantry: async (line, {code = 0, says = []} = {}, args = line.split(' ')) => {
        say(strong(`$ gantry ${line}`));
        check(line, await run(args), {code, says});
      },
    });
  } finally {
    await rm(root, {recursive: true, force: true});
  }
}

type Telling = {
  readonly say: (text: string) => void;
  /** Shows a command of the shell, and does what it would do. */
  readonly shell: (line: string, edit: (dir: string) => Promise<void>) => Promise<void>;
  readonly gantry: (line: string, expected?: Expected, args?: readonly string[]) => Promise<void>;
};

async function tell({say, shell, gantry}: Telling): Promise<void> {
  say('# An application of ten services becomes a stack, in a namespace of its own.');
  await gantry('init --from manifests', {says: ['created stack.yaml']});
  await shell('echo "namespace: market" >> stack.yaml', (dir) =>
    append(join(dir, 'stack.yaml'), 'namespace: market\n'),
  );
  await gantry('validate', {says: ['22 resources']});

  say('# The workspace "sandbox" is there without anybody making it: its cluster is Gantry itself.');
  say('# Preview shows the change (exit code 2: there is one), apply makes it and waits until all is ready.');
  await gantry('preview -w sandbox --exit-code', {code: 2, says: ['23 to create, 0 to update, 0 to delete']});
  await gantry('apply -w sandbox --yes', {says: ['Release 1', '23 created']});
  await gantry('apply -w sandbox --yes', {says: ['Nothing to do', '22 unchanged']});
  await gantry('status -w sandbox', {says: ['Healthy', '22 resources']});

  say('# A new version: the preview names the fields that change, and nothing else.');
  await shell("sed -i 's/checkout:1.0/checkout:1.1/' manifests/checkout.yaml", (dir) =>
    replace(join(dir, 'manifests', 'checkout.yaml'), 'checkout:1.0', 'checkout:1.1'),
  );
  await gantry('preview -w sandbox', {says: ['checkout:1.1', '1 to update', '21 unchanged']});
  await gantry('apply -w sandbox --yes', {says: ['Release 2', '1 updated']});

  say(
    '# Somebody else edits a live Deployment, as with "kubectl edit". It is shown as drift, by name, and taken back.',
  );
  const patch = '{"spec":{"replicas":5}}';
  const node = ['exec', '-w', 'sandbox', '--', process.execPath, EDIT, CART, patch];
  await gantry(`exec -w sandbox -- node somebody-edits.ts ${CART} '${patch}'`, {}, node);
  await gantry('preview -w sandbox', {says: ['spec.replicas: 5 → 2', 'drift: kubectl-edit']});
  await gantry('apply -w sandbox --yes', {says: ['Release 3', '1 updated']});

  say('# Every apply left a release. The first one comes back without its files.');
  await gantry('release rollback --to 1 -w sandbox --yes', {says: ['Release 4', '1 updated']});
  await gantry('release list -w sandbox', {says: ['4*', 'succeeded']});

  say('# Destroy removes what the stack holds; the namespace stays.');
  await gantry('destroy -w sandbox --yes', {says: ['Release 5', '22 deleted']});
}

async function writeFiles(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(dir, 'manifests'), {recursive: true});
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, 'manifests', name), text);
}

const append = async (file: string, text: string): Promise<void> =>
  writeFile(file, `${await readFile(file, 'utf8')}${text}`);

async function replace(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}" to replace`);
  await writeFile(file, text.replace(from, to));
}

function check(line: string, {code, output}: Ran, {code: wanted, says}: Required<Expected>): void {
  if (code !== wanted) throw new Deviation(`"gantry ${line}" ended with ${code}, not ${wanted}`);
  const plain = stripVTControlCharacters(output);
  const missing = says.find((text) => !plain.includes(text));
  if (missing !== undefined) throw new Deviation(`"gantry ${line}" did not say: ${missing}`);
}
