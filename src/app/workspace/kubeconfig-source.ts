import {statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {type FileProbe, probeFile} from '../../config/probe-file.ts';
import {leavesProject, projectAbove} from '../../config/project-link.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {LocalPlace, SandboxPlace} from '../../core/workspace/kubeconfig-source.ts';
import type {KubeconfigOrigin} from '../../core/workspace/read-kubeconfig-entry.ts';
import type {KubeconfigDecision} from '../../core/workspace/resolve-kubeconfig.ts';
import type {ValueSource} from '../../core/workspace/value-source.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {isInOwnDirectory, realPath, trustOriginOf} from '../trust/trust-origin-of.ts';
import {refusedUntrusted} from '../untrusted/refused-untrusted.ts';
import type {AwaitedOrigin} from './awaited-origin.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {ExaminedContext} from './examined-context.ts';
import {kubeconfigContent} from './kubeconfig-content.ts';

type Examined = {readonly result: ExaminedContext['kubeconfig']; readonly warnings: readonly Diagnostic[]};
type ContextSource = ValueSource['kind'];
type From = LocalPlace | SandboxPlace;

/** Turns a decision into a source that an adapter can open, after a check that its files exist. */
export async function kubeconfigSource(
  chosen: FoundWorkspace,
  decision: KubeconfigDecision,
  deps: Pick<Deps, 'backend' | 'env' | 'home'>,
): Promise<Examined> {
  const {name: workspace} = chosen;
  const broken = (problem: string): Examined => ({
    result: {broken: {code: 'context/kubeconfig', workspace, field: decision.field, problem}},
    warnings: [],
  });
  if (decision.kind === 'broken') return broken(decision.problem);
  const {field, from, kubeContext} = decision;
  const head = {
    workspace,
    field,
    ...defined({file: decision.value.source.kind === 'context' ? chosen.file : undefined}),
    kubeContext: kubeContext?.value,
  };
  if (isAwaited(from)) return {result: {...head, awaits: from}, warnings: []};
  const opened = await open(ofBase(from, decision.value.source.kind));
  const refused =
    'paths' in opened && SAID_BY_FILES.has(decision.value.source.kind)
      ? await refusedFile(opened.paths, chosen, deps)
      : undefined;
  if (refused !== undefined) return broken(refused);
  if ('problem' in opened) return broken(opened.problem);
  return {
    result: {...head, from: opened},
    warnings: opened.kind === 'files' ? opened.skipped.map((path) => skippedWarning(field, path)) : [],
  };
}

const SAID_BY_FILES: ReadonlySet<ContextSource> = new Set(['context', 'spec', 'extension']);

/**
 * Refuses files that are not regular: a pipe or a device would be read for ever, and a link of another author may lead to any file of the
 * user.
 */
async function refusedFile(
  paths: readonly string[],
  chosen: FoundWorkspace,
  deps: Pick<Deps, 'backend' | 'env' | 'home'>,
): Promise<string | undefined> {
  if ((await trustOriginOf(chosen, deps)) === 'mine') return undefined;
  for (const path of paths) {
    if (!statSync(path).isFile()) return `${path} is not a regular file`;
    if (projectAbove(path) !== undefined && leavesProject(path) && !isInOwnDirectory(realPath(path), deps))
      return `${path} is a link, or below a link, that leads out of the project`;
  }
  return undefined;
}

/**
 * Maps the kubeconfig of a workspace in an untrusted checkout to the version of the base commit; other sources must not lead into the
 * checkout.
 */
function ofBase<T extends KubeconfigOrigin>(from: T, said: string): T {
  const checkout = untrustedCheckout();
  if (checkout === undefined || from.kind !== 'files') return from;
  const {paths} = from;
  const inside = paths.find((path) => checkout.holds(path));
  if (inside === undefined) return from;
  if (said === 'context')
    return {...from, paths: paths.map((path) => join(checkout.directoryInBase(dirname(path)), basename(path)))};
  throw refusedUntrusted(
    `the kubeconfig ${inside} is in the checkout, where the untrusted change may have written it`,
    'Write it outside of the checkout, for example into $RUNNER_TEMP.',
  );
}

const isAwaited = (from: KubeconfigOrigin): from is AwaitedOrigin =>
  from.kind !== 'content' && from.kind !== 'files' && from.kind !== 'sandbox' && from.kind !== 'in-cluster';

async function open(from: Exclude<KubeconfigOrigin, AwaitedOrigin>): Promise<From | {readonly problem: string}> {
  if (from.kind === 'in-cluster' || from.kind === 'sandbox') return from;
  if (from.kind === 'files') return openFiles(from);
  const content = kubeconfigContent(from.text);
  return content instanceof Secret ? {kind: 'content', content} : content;
}

/** Opens the files. Only a missing member of `KUBECONFIG` may be skipped, as kubectl does; if none exists, it would be another cluster. */
async function openFiles({
  paths,
  mayMiss,
}: KubeconfigOrigin & {readonly kind: 'files'}): Promise<From | {readonly problem: string}> {
  const probed = await Promise.all(paths.map(async (path) => ({path, found: await probeFile(path)})));
  const there = probed.filter(({found}) => !(mayMiss && found === 'missing'));
  for (const {path, found} of there) {
    if (found !== 'file') return {problem: `${path} ${WHY[found]}`};
  }
  const missing = probed.filter(({found}) => found === 'missing').map(({path}) => path);
  if (there.length > 0) return {kind: 'files', paths: there.map(({path}) => path), skipped: missing};
  return {
    problem:
      missing.length === 1 ? `${missing[0]} ${WHY.missing}` : `none of these files exists: ${missing.join(', ')}`,
  };
}

const WHY: Readonly<Record<Exclude<FileProbe, 'file'>, string>> = {
  missing: 'does not exist',
  directory: 'is a directory',
  unreadable: 'cannot be read: permission denied',
};

const skippedWarning = (field: string, path: string): Diagnostic => ({
  severity: 'warning',
  code: 'context/kubeconfig-skipped',
  message: `${path}, a member of ${field}, does not exist and is skipped`,
});
