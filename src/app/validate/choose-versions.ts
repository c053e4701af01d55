import {readLockFile} from '../../config/sources/helm/chart-lock-file.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type KubernetesTypes, minorVersion} from '../../kubernetes/types/kubernetes-types.ts';

/** The versions of Kubernetes that a stack is checked against, and a diagnostic if a version is not known. */
export type ChosenVersions = {
  readonly versions: readonly KubernetesTypes[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The places that may name versions, strongest first. */
export type VersionWishes = {
  /** `--kubernetes-version`, in the order of the command line. */
  readonly asked: readonly string[];
  /** The version of the cluster itself, or `kubernetesVersion` of the workspace. */
  readonly cluster: string | undefined;
  readonly location: StackLocation;
};

/**
 * Chooses versions: those of the flag, else that of the workspace, else that of the cluster in the lock file of charts, else the newest one.
 * @throws GantryError `input/usage` for a version of the flag that is not known
 */
export function chooseVersions(
  {asked, cluster, location}: VersionWishes,
  all: readonly KubernetesTypes[],
): ChosenVersions {
  const [first, last] = [all[0]?.version, all.at(-1)?.version];
  const find = (text: string): KubernetesTypes | undefined => all.find(({version}) => version === minorVersion(text));
  if (asked.length > 0) {
    const versions = asked.map((text) => {
      const found = find(text);
      if (found !== undefined) return found;
      const message = `The Kubernetes version "${text}" is not known.`;
      throw new GantryError({code: 'input/usage', message, hint: `Use a version from ${first} to ${last}.`});
    });
    return {versions: all.filter((one) => versions.includes(one)), diagnostics: []};
  }
  const wanted = cluster ?? readLockFile(location.stack.dir).lock?.cluster?.version;
  const newest = all.slice(-1);
  if (wanted === undefined) return {versions: newest, diagnostics: []};
  const found = find(wanted);
  if (found !== undefined) return {versions: [found], diagnostics: []};
  const nearest = isOlder(wanted, first ?? '') ? all.slice(0, 1) : newest;
  const message = `the Kubernetes version ${wanted} is not known: the objects were checked against ${nearest[0]?.version}`;
  return {versions: nearest, diagnostics: [{severity: 'note', code: 'object/unknown-version', message}]};
}

const isOlder = (a: string, b: string): boolean => minorNumber(a) < minorNumber(b);

const minorNumber = (text: string): number => Number(minorVersion(text)?.split('.')[1] ?? 0);
