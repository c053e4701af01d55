import type {KEY_ROOTS} from './key-roots.ts';

/** The roles of the users of a workspace, each with the permissions of those before it. */
export const ACCESS_ROLES = ['reader', 'deployer', 'administrator'] as const;
/** A role: who reads releases and previews, who also applies, who also edits workspaces and keys. */
export type AccessRole = (typeof ACCESS_ROLES)[number];

/** A permission for documents; `write`: to create and replace them. Every role lists all keys. */
export type AccessVerb = 'read' | 'write' | 'delete';
/** The first segment of the keys in a backend. */
export type AccessRoot = (typeof KEY_ROOTS)[number] | 'locks/';

/** The permissions for the documents below one root. */
export type AccessRule = {readonly root: AccessRoot; readonly verbs: readonly AccessVerb[]};

/** The verbs that each role adds to those of the role before it. */
const ADDED: Readonly<Record<AccessRoot, Readonly<Record<AccessRole, readonly AccessVerb[]>>>> = {
  // The key of the MACs: everybody checks them, and an apply does not replace it.
  'keys/': {reader: ['read'], deployer: [], administrator: ['write', 'delete']},
  'workspaces/': {reader: ['read'], deployer: [], administrator: ['write', 'delete']},
  // The first command that reaches a cluster binds the workspace to it.
  'pins/': {reader: ['read'], deployer: ['write'], administrator: ['delete']},
  // An apply of a shared stack removes registrations of resources that it has adopted.
  'shared/': {reader: ['read'], deployer: ['write', 'delete'], administrator: []},
  'terraform/': {reader: ['read'], deployer: ['write'], administrator: ['delete']},
  'unlocks/': {reader: ['read'], deployer: ['write'], administrator: ['delete']},
  // A history loses releases by `release prune` only.
  'releases/': {reader: ['read'], deployer: ['write'], administrator: ['delete']},
  'index/': {reader: ['read'], deployer: ['write'], administrator: ['delete']},
  'locks/': {reader: ['read'], deployer: ['write'], administrator: ['delete']},
};

/** Returns the permissions of a role: one rule for each root. */
export function accessRules(role: AccessRole): readonly AccessRule[] {
  const included = ACCESS_ROLES.slice(0, ACCESS_ROLES.indexOf(role) + 1);
  return Object.entries(ADDED).map(([root, added]) => ({
    root: root as AccessRoot,
    verbs: included.flatMap((one) => added[one]),
  }));
}

/** Returns the permissions that a role has in addition to those of the role before it. */
export const addedRules = (role: AccessRole): readonly AccessRule[] =>
  Object.entries(ADDED).flatMap(([root, added]) =>
    added[role].length === 0 ? [] : [{root: root as AccessRoot, verbs: added[role]}],
  );

/** Returns the roots for which the rules have one of the verbs. */
export const rootsWith = (rules: readonly AccessRule[], ...verbs: readonly AccessVerb[]): readonly AccessRoot[] =>
  rules.flatMap((rule) => (rule.verbs.some((verb) => verbs.includes(verb)) ? [rule.root] : []));

/** The prefix of the objects by which a bucket is tested before the first write. Writers create and delete them. */
export const PROOF_PREFIX = '.gantry-proof-';
