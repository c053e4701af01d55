import {readSwitch} from '../../config/user-switch.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {plaintextValues} from '../../core/workspace/plaintext-values.ts';
import type {Deps} from '../deps.ts';
import {ownProtection} from '../protection/own-protection.ts';
import {ownSignatureRules} from '../signing/own-signature-rules.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import {type ChooseWorkspace, currentChoice} from './current-choice.ts';
import {findWorkspace} from './find-workspace.ts';
import {knownNames, knownWorkspaces} from './known-workspaces.ts';
import {workspaceLocations} from './workspace-locations.ts';

export type {ChosenWorkspace} from './chosen-workspace.ts';

/** Returns the values that may be in plain text; those of the kubeconfig become known when it is opened. */
function plainIn({context, env, providers}: ChosenWorkspace['workspace']): JsonObject {
  const {kubeconfig_content: _, ...keys} = context ?? {};
  return {...(keys as JsonObject), ...env, providers: providers ?? {}};
}

/**
 * Chooses the workspace of this run: `-w`, then `GANTRY_WORKSPACE`, then the stack's own, then the one selected with `workspace switch`.
 * There is no default: without a choice no cluster is reached.
 * @throws GantryError 'workspace/not-chosen', 'workspace/not-found', or 'input/invalid' when its file is wrong
 */
export async function chooseWorkspace(choose: ChooseWorkspace, deps: Deps): Promise<ChosenWorkspace> {
  const places = {directory: directoryOf(choose), backend: (await workspaceLocations(deps)).backend, home: deps.home};
  const choice = await currentChoice(choose, deps);
  if (choice !== undefined) {
    const found = await findWorkspace({...choice, ...places});
    const own = ownProtection(found);
    if (own !== undefined) places.backend.noteProtection?.(found.name, own);
    const rules = ownSignatureRules(found);
    if (rules !== undefined) places.backend.signing?.note(found.name, rules);
    deps.redactor.add(plaintextValues(plainIn(found.workspace)));
    return {...found, from: choice.from};
  }
  const known = knownNames(await knownWorkspaces(places));
  const unused = deps.interactive ? undefined : await readSwitch(deps.home);
  throw new GantryError({code: 'workspace/not-chosen', known, unusedSwitch: unused});
}

const directoryOf = ({location, workspacesDir}: ChooseWorkspace): string | undefined =>
  location?.project.workspacesDir ?? workspacesDir;
