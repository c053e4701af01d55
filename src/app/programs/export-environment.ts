import {GantryError} from '../../core/failure/failure.ts';
import {OWN} from '../../core/programs/own-environment.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {refuseUnserved} from '../sandbox/refuse-unserved.ts';
import {environmentOf, openContext} from './open-context.ts';
import {prepareEnvironment} from './prepare-environment.ts';
import {programKubeconfig} from './program-kubeconfig.ts';
import type {Started} from './started.ts';

/** Request of `gantry env`. */
export type ExportEnvironment = BackendRequest & {
  /** True if stdout is a terminal: credentials are not shown. */
  readonly isSeen: boolean;
  readonly onStart: (started: Started) => void;
};

/** Variables for the calling shell, in plain text. */
export type ExportedEnvironment = {
  readonly formatVersion: 1;
  readonly workspace?: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
};

/**
 * Returns the variables for `eval "$(gantry env)"`. The kubeconfig holds no credential and requests one when it is used: the end of the
 * shell is unknown, and a file with credentials would stay.
 */
export async function exportEnvironment(
  {isSeen, onStart, ...request}: ExportEnvironment,
  deps: Deps,
): Promise<ExportedEnvironment> {
  const context = await openContext(request, deps);
  const {name, from} = context.chosen;
  const environment = await environmentOf(context, deps);
  if (isSeen && environment.set.size + environment.files.length > 0) throw seen();
  await refuseUnserved(context.kubeconfig, deps);
  const flat = await programKubeconfig({context, request, withLogin: true}, deps);
  const programs = await deps.programs();
  await dropLast(deps);
  const directory = await programs.lasting();
  const {set, unset} = await prepareEnvironment({flat, environment, wanted: context.wanted, directory}, deps);
  onStart({name, from, server: flat.server, warnings: context.warnings});
  const variables = Object.fromEntries([...set].map(([variable, value]) => [variable, programs.inClear(value)]));
  const stale = lastChanged(deps).filter((variable) => !set.has(variable));
  return {formatVersion: 1, workspace: name, variables, unset: [...new Set([...unset, ...stale])].toSorted()};
}

/** Reverts the last `gantry env` of this shell, and removes its files. */
export async function takeBackEnvironment(deps: Deps): Promise<ExportedEnvironment> {
  const {[OWN.kubeconfig]: made, [OWN.outerKubeconfig]: outer, KUBECONFIG: now} = deps.env;
  if (made === undefined) return {formatVersion: 1, variables: {}, unset: []};
  await dropLast(deps);
  // `now` does not contain our file any more: if it differs from the earlier value, the user has changed it since.
  const restored = (now ?? '') === (outer ?? '') && outer !== undefined && outer !== '' ? {KUBECONFIG: outer} : {};
  const ours = (now ?? '') === '' ? ['KUBECONFIG'] : [];
  const own = [OWN.kubeconfig, OWN.outerKubeconfig, OWN.changed, OWN.workspace];
  return {formatVersion: 1, variables: restored, unset: [...ours, ...own, ...lastChanged(deps)].toSorted()};
}

const lastChanged = ({env}: Deps): readonly string[] =>
  (env[OWN.changed] ?? '').split(',').filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));

/** Removes the files of the last `gantry env`. Within `gantry shell` the files belong to that shell and are removed with it. */
async function dropLast(deps: Deps): Promise<void> {
  const made = deps.env[OWN.kubeconfig];
  if (made !== undefined) await (await deps.programs()).drop(made);
}

const seen = (): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: 'the output contains credentials for a shell, but stdout is a terminal',
    hint: 'Run: eval "$(gantry env)". To print the credentials anyway: gantry env --reveal.',
  });
