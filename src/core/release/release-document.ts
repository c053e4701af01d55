import {canonicalJson} from '../../lib/canonical-json.ts';
import {isObject, type JsonObject} from '../json.ts';
import {damaged, parseDocument, requireFields, requireText} from './document.ts';
import type {Migrations} from './migrate.ts';
import type {Phase} from './phase.ts';
import type {Release} from './release.ts';
import {releaseFromFormat1} from './release-from-format-1.ts';
import type {ResourceState} from './resource-state.ts';

/** The format in which releases are written. */
export const RELEASE_FORMAT = 2;

const MIGRATIONS: Migrations = [releaseFromFormat1];

/** Returns the text of a release. Equal releases have equal texts. */
export const encodeRelease = (release: Release): string => canonicalJson(release);

/** Reads a release of any format, converted to the newest. @throws GantryError 'release/damaged' */
export function decodeRelease(key: string, text: string): Release {
  const document = parseDocument(key, text, MIGRATIONS);
  requireFields(key, document, {
    project: 'string',
    stack: 'string',
    workspace: 'string',
    lineage: 'string',
    revision: 'number',
    epoch: 'number',
    operation: 'string',
    startedAt: 'string',
    by: 'object',
    cluster: 'object',
    summary: 'object',
    spec: 'list',
    state: 'list',
  });
  const phase = requireText(key, document, 'phase');
  if (!Object.hasOwn(PHASES, phase)) throw damaged(key, `${JSON.stringify(phase)} is not a phase`);
  refuseOtherTypes(key, document);
  return document as unknown as Release;
}

/** Refuses states of an unknown type. Later versions that add a type also use a later format. */
function refuseOtherTypes(key: string, {state}: JsonObject): void {
  for (const one of Array.isArray(state) ? state : []) {
    const type = isObject(one) ? one['type'] : undefined;
    if (typeof type !== 'string' || !Object.hasOwn(TYPES, type))
      throw damaged(key, 'it contains a state of an unknown type');
  }
}

const TYPES: Readonly<Record<ResourceState['type'], true>> = {Kubernetes: true, Terraform: true};

/** Reports whether a phase is pending: its run has not ended. */
export const isPending = (phase: Phase): phase is 'applying' | 'destroying' => PHASES[phase] === 'pending';

const PHASES: Readonly<Record<Phase, 'pending' | 'final'>> = {
  applying: 'pending',
  destroying: 'pending',
  succeeded: 'final',
  failed: 'final',
  interrupted: 'final',
};
