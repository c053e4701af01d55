import {randomBytes} from 'node:crypto';
import {chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {plainHttps} from './plain-https.ts';
import {type Ran, runGantry} from './run-gantry.ts';

/** A place to try things out: a copy of the sample application's manifests, a home of its own, a namespace on a cluster. */
export type Stage = {
  readonly namespace: string;
  /** Runs the real program as a child process, in the copy. */
  readonly gantry: (...args: readonly string[]) => Promise<Ran>;
  /** Replaces a text that must be in the file; without `from`, appends. */
  readonly edit: (file: string, change: {readonly from?: string; readonly to: string}) => Promise<void>;
  /** A merge patch over plain HTTPS, as `kubectl edit` sends it: somebody else at work. */
  readonly somebodyEdits: (path: string, patch: unknown) => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

export type StageOptions = {
  readonly kubeconfigPath: string;
  /** Shown as it comes. */
  readonly onOutput?: (text: string) => void;
  readonly color?: boolean;
  /** Run the sources, not the build, which may be stale. */
  readonly source?: boolean;
};

const MANIFESTS = fileURLToPath(new URL('../examples/shop/manifests', import.meta.url));

export async function openStage({
  kubeconfigPath,
  onOutput = () => {},
  color = false,
  source = false,
}: StageOptions): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'gantry-shop-'));
  const [home, dir] = [join(root, 'home'), join(root, 'shop')];
  await cp(MANIFESTS, join(dir, 'manifests'), {recursive: true});
  await mkdir(join(home, '.kube'), {recursive: true, mode: 0o700});
  const kubeconfig = join(home, '.kube', 'config');
  await copyFile(kubeconfigPath, kubeconfig);
  await chmod(kubeconfig, 0o600);
  const namespace = `shop-${randomBytes(3).toString('hex')}`;
  const send = await plainHttps(kubeconfig);
  return {
    namespace,
    gantry: (...args) => runGantry(args, {home, dir, onOutput, color, source}),
    edit: async (file, {from, to}) => {
      const path = join(dir, file);
      const text = await readFile(path, 'utf8');
      if (from !== undefined && !text.includes(from)) throw new Error(`${file} has no "${from}" to replace`);
      await writeFile(path, from === undefined ? `${text}${to}\n` : text.replace(from, to));
    },
    somebodyEdits: async (path, patch) => {
      const status = await send('PATCH', `${path}?fieldManager=kubectl-edit`, patch);
      if (status !== 200) throw new Error(`the patch of ${path} was answered with ${status}`);
    },
    [Symbol.asyncDispose]: async () => {
      await send('DELETE', `/api/v1/namespaces/${namespace}`);
      await rm(root, {recursive: true, force: true});
    },
  };
}
