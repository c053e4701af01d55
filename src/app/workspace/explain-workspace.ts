import type {CurrentWorkspace} from '../../config/documents/workspace-output.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {halfCredentials} from '../../core/workspace/half-credentials.ts';
import type {ContextValue} from '../../core/workspace/value-source.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {kubeconfigPlaceOf} from '../../registry/kubeconfig-places.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {requireAllowed, requireConsent} from '../trust/require-consent.ts';
import {wantsOfStackContext} from '../trust/wants-of-stack.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import type {ContextRequest} from './context-request.ts';
import {examineContext} from './examine-context.ts';
import type {ExaminedContext} from './examined-context.ts';
import {keyInputs} from './key-inputs.ts';
import {named} from './show-workspace.ts';
import {stackResources} from './stack-resources.ts';
import {surroundings} from './surroundings.ts';

/** A request to explain a workspace. `key`: only this value, by any of its names. */
export type ExplainWorkspace = StackRequest & {readonly name?: string; readonly key?: string};

/** The target of the kubeconfig, as far as it is known without contacting the cluster. */
export type ExplainedKubeconfig = {
  readonly field: string;
  /** The kind of the kubeconfig, or of the place where it is. */
  readonly from?: string;
  readonly files?: readonly string[];
  /** The place to fetch it from: a reference, an address, a Secret. Nothing was fetched. */
  readonly address?: string;
  readonly context?: string;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string;
  readonly server?: string;
  /** The reason why it cannot be used; no lower level replaces it. */
  readonly failure?: Failure | undefined;
};

/** The answer of `gantry workspace explain`. */
export type WorkspaceExplanation = {
  readonly formatVersion: 1;
  readonly workspace: Omit<CurrentWorkspace, 'formatVersion'>;
  /** Absent if the requested key is not about it. */
  readonly kubeconfig?: ExplainedKubeconfig;
  readonly values: readonly ContextValue[];
  readonly diagnostics: readonly Diagnostic[];
  /** The failure with which the command ends after everything was shown. */
  readonly failure?: Failure | undefined;
};

/** Explains every connection value: its source and the values that it shadows. A broken kubeconfig is part of the answer. */
export async function explainWorkspace(request: ExplainWorkspace, deps: Deps): Promise<WorkspaceExplanation> {
  const {location, workspacesDir} = await surroundings(request, deps);
  const chosen = await chooseWorkspace({request: named(request), location, workspacesDir}, deps);
  const {warnings, ...stack} = await stackResources(location, chosen, deps);
  const examined = await examineContext({chosen, ...stack}, deps);
  const values = filtered(examined.values, request.key);
  const workspace = described(chosen);
  const halves = halfCredentials(keyInputs({chosen, ...stack}, deps), chosen.name);
  const diagnostics = [...warnings, ...examined.warnings, ...halves];
  if (request.key !== undefined && !values.some(isKubeconfig) && !isAbout(request.key)) {
    return {formatVersion: 1, workspace, values, diagnostics};
  }
  const kubeconfig = await explained({chosen, ...stack}, examined, deps);
  const {failure} = kubeconfig;
  return {formatVersion: 1, workspace, kubeconfig, values, diagnostics, failure};
}

async function explained(
  request: ContextRequest,
  {kubeconfig, values}: ExaminedContext,
  deps: Deps,
): Promise<ExplainedKubeconfig> {
  if ('broken' in kubeconfig) return {field: kubeconfig.broken.field, failure: kubeconfig.broken};
  if ('awaits' in kubeconfig) {
    const {field, awaits, kubeContext} = kubeconfig;
    const context = kubeContext === undefined ? {} : {context: kubeContext};
    const where =
      awaits.kind === 'reference'
        ? {from: awaits.kind, address: awaits.uri}
        : {from: awaits.place.kind, address: kubeconfigPlaceOf(awaits.place).show(awaits.place)};
    return {field, ...where, ...context};
  }
  const {field, from} = kubeconfig;
  // Opening an unused sandbox would create it.
  if (from.kind === 'sandbox') return {field, from: from.kind, address: `the sandbox ${from.name}`};
  const known = {field, from: from.kind, ...defined({files: from.kind === 'files' ? from.paths : undefined})};
  try {
    // Connecting reads the files that it names.
    await requireConsent(request.chosen, deps);
    await requireAllowed(await wantsOfStackContext(request, {kubeconfig, values}, deps), deps);
    const {server, contextName, clusterName, userName, namespace} = await deps.connect(kubeconfig);
    return {
      ...known,
      context: contextName,
      cluster: clusterName,
      user: userName,
      ...defined({namespace}),
      server,
    };
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {...known, failure: error.failure};
  }
}

const described = ({name, from, place, file, workspace}: ChosenWorkspace): WorkspaceExplanation['workspace'] => {
  return {name, from, place, file, suspended: workspace.suspended === true};
};

const isAbout = (key: string): boolean => /^kube/i.test(key);
const isKubeconfig = ({name}: ContextValue): boolean => name === 'kubeconfig';

function filtered(values: readonly ContextValue[], key: string | undefined): readonly ContextValue[] {
  if (key === undefined) return values;
  const wanted = key.toLowerCase();
  const found = values.filter((value) => namesOf(value).some((name) => name.toLowerCase() === wanted));
  // For an unset kubeconfig, the answer is the kubeconfig's failure and not a missing key.
  if (found.length > 0 || wanted === 'kubeconfig') return found;
  const nearest = didYouMean(key, values.flatMap(namesOf));
  const hint = nearest === undefined ? 'Leave out the key to list every value.' : `Did you mean ${nearest}?`;
  throw new GantryError({code: 'input/usage', message: `neither the workspace nor the environment sets ${key}`, hint});
}

/** Returns the names of a value: its own, its key in the file, and those of the values that it shadows. */
const namesOf = ({name, source, shadowed}: ContextValue): readonly string[] => [
  name,
  ...(source.kind === 'context' || source.kind === 'spec' ? [source.key] : []),
  ...shadowed.map((value) => value.name),
];
