import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, realpathSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {binDirectory, build, type TargetName} from './build.ts';
import {STAGES} from './paths.ts';

const PROGRAMS = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok'] as const;
export type Program = (typeof PROGRAMS)[number];
export type Programs = {readonly [name in Program]?: string};

export type Found =
  | {readonly kind: 'given'; readonly kubeconfigPath: string}
  | {
      readonly kind: 'programs';
      readonly source: 'built' | 'kubebuilder';
      readonly programs: Programs;
      readonly lacks: readonly Program[];
      readonly fingerprint: string;
    }
  | {readonly kind: 'missing'; readonly reason: string};

/**
 * Finds a control plane to test against: a cluster that the user names with GANTRY_TEST_KUBECONFIG, the programs
 * in KUBEBUILDER_ASSETS, or our own build, which takes minutes the first time.
 */
export async function findControlPlane(say: (line: string) => void, env = process.env): Promise<Found> {
  const given = env['GANTRY_TEST_KUBECONFIG'];
  if (given) {
    return existsSync(given)
      ? {kind: 'given', kubeconfigPath: resolve(given)}
      : {kind: 'missing', reason: `GANTRY_TEST_KUBECONFIG names ${given}, which does not exist`};
  }
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets) return programsIn(resolve(assets), 'kubebuilder');
  const bin = await binDirectory();
  if (bin === undefined) {
    return {
      kind: 'missing',
      reason: 'no control plane: neither Go to build one, nor KUBEBUILDER_ASSETS, nor GANTRY_TEST_KUBECONFIG',
    };
  }
  try {
    await build(bin, ['controlplane', 'kwok'], say);
  } catch (error) {
    // Usually no way to the modules: as good a reason to skip as having no Go.
    return {
      kind: 'missing',
      reason: `no control plane could be built: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  return programsIn(bin, 'built');
}

export type ToolName = Extract<TargetName, 'kubectl' | 'helm' | 'helm4' | 'kustomize' | 'age'>;

/** Where a tool is, built when need be; undefined when there is neither Go nor one on the PATH. */
export async function findTool(name: ToolName, say: (line: string) => void): Promise<string | undefined> {
  const bin = await binDirectory(name);
  if (bin === undefined) {
    const onPath = (process.env['PATH'] ?? '').split(':').map((dir) => join(dir, name));
    return onPath.find((file) => existsSync(file));
  }
  await build(bin, [name], say);
  return join(bin, name);
}

function programsIn(dir: string, source: 'built' | 'kubebuilder'): Found {
  const present = PROGRAMS.filter((name) => existsSync(join(dir, name)));
  const needed = (['etcd', 'kube-apiserver'] as const).filter((name) => !present.includes(name));
  if (needed.length > 0) return {kind: 'missing', reason: `${dir} has no ${needed.join(' and no ')}`};
  const programs: Programs = Object.fromEntries(present.map((name) => [name, join(dir, name)]));
  return {
    kind: 'programs',
    source,
    programs,
    lacks: PROGRAMS.filter((name) => !present.includes(name)),
    fingerprint: fingerprint(programs),
  };
}

// What makes one control plane differ from another: its programs, how they are told to run, and how its pods behave.
function fingerprint(programs: Programs): string {
  const hash = createHash('sha256');
  for (const file of Object.values(programs).map((path) => realpathSync(path)))
    hash.update(`${file} ${statSync(file).mtimeMs}\0`);
  hash.update(readFileSync(join(import.meta.dirname, 'start.ts')));
  for (const stage of readdirSync(STAGES).toSorted()) hash.update(readFileSync(join(STAGES, stage)));
  return hash.digest('hex');
}
