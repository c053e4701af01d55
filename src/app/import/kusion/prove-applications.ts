import type {SourceTools} from '../../../config/source-tools.ts';
import type {JsonObject} from '../../../core/json.ts';
import {showPath} from '../../../core/reference/path.ts';
import {isSecretObject} from '../../../core/reference/secret-data-references.ts';
import type {WorkspaceValues} from '../../../core/variation/expand-context.ts';
import {firstDifference} from '../../../kubernetes/import/kusion/application/first-difference.ts';
import {markPatch} from '../../../kubernetes/import/kusion/application/mark-patch.ts';
import {buildCandidate} from './build-candidate.ts';
import type {PlannedStack} from './plan-takeover.ts';
import type {StackApplications} from './stack-applications.ts';

/** Applications to prove: their stack, and the workspaces in which they must make the objects of the release. */
export type Candidate = {
  readonly stack: PlannedStack;
  readonly applications: JsonObject;
  readonly namespace?: string | undefined;
  /** The objects of the release by their ids, with the values of Secrets. */
  readonly released: ReadonlyMap<string, JsonObject>;
  readonly workspaces: readonly (WorkspaceValues | undefined)[];
};

/** The proven applications, or the first object that differs, and its path. */
export type ProvenApplications = {readonly form: StackApplications} | {readonly problem: string};

/** Builds applications, and proves that every object they make is the one of the release, in each workspace. */
export async function proveApplications(candidate: Candidate, tools: SourceTools): Promise<ProvenApplications> {
  const first = await attempt(candidate, [], tools);
  const last =
    'problem' in first || first.patches.length === 0 ? first : await attempt(candidate, first.patches, tools);
  return 'problem' in last ? last : (last.difference ?? last);
}

type Attempt =
  | {readonly problem: string}
  | {
      readonly form: StackApplications;
      /** The patches that would correct labels and annotations. */
      readonly patches: readonly JsonObject[];
      readonly difference?: {readonly problem: string} | undefined;
    };

/** Builds applications in every workspace. */
async function attempt(
  {stack, applications, namespace, released, workspaces}: Candidate,
  patches: readonly JsonObject[],
  tools: SourceTools,
): Promise<Attempt> {
  const made = new Set<string>();
  const secrets = new Map<string, JsonObject>();
  const form = {applications, patches, namespace, made, secrets};
  const missing = new Map<string, JsonObject>();
  let difference: {readonly problem: string} | undefined;
  for (const workspace of workspaces) {
    const result = await buildCandidate({...stack, form}, workspace, tools);
    if ('problem' in result) return result;
    for (const {id, attributes} of result.built) {
      made.add(id);
      if (isSecretObject(attributes)) secrets.set(id, attributes);
      const object = released.get(id);
      if (object === undefined) return {problem: `${id} is not in the release`};
      const patch = markPatch(attributes, object);
      if (patch !== undefined) missing.set(id, patch);
      const path = firstDifference(attributes, object);
      if (path !== undefined) difference ??= {problem: `${id} differs at ${showPath(path)}`};
    }
  }
  return {form, patches: [...missing.values()], difference};
}
