import type {RefusedClaim, SharedUse} from '../core/failure/shared-failure.ts';
import {usersText} from '../core/stacks/may-use.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {Words} from './failure-words.ts';

/** The number of fields of a stack that a message names. */
const MOST_FIELDS = 3;

/** The texts of failures about shared resources. */
export const SHARED_WORDS: Pick<
  Words,
  | 'shared/in-use'
  | 'shared/external-changed'
  | 'shared/not-found'
  | 'shared/not-usable'
  | 'shared/claim-to-make'
  | 'shared/claim-refused'
> = {
  'shared/in-use': ({workspace, resources}) => ({
    message: `Shared resources of ${workspace} that are in use would be removed: ${resources
      .map(({id, users}) => `${id} is used by ${users.map(userText).join(', and by ')}`)
      .join('; ')}. Nothing was changed.`,
    hint: resources.some(({users}) => users.some(isOfCluster))
      ? 'Destroy the stacks in that cluster, and give the workspace another kubeconfig or delete it. "gantry shared list" shows all uses.'
      : 'Remove the references from these stacks, and apply them first. "gantry shared list" shows all uses.',
  }),
  'shared/external-changed': ({workspace, resources}) => ({
    message: `External resources of ${workspace} are not the registered objects: ${resources
      .map(({id, attribute = 'uid', expected, found}) =>
        found === undefined
          ? `${id} (${attribute} ${expected}) is gone`
          : `${id} has the ${attribute} ${found}, not ${expected}`,
      )
      .join('; ')}. Nothing was changed.`,
    hint: `If the object was created again on purpose, run "gantry shared add -f FILE --accept-identity -w ${workspace}". Else run "gantry shared remove ${resources[0]?.id ?? 'ID'} -w ${workspace}".`,
  }),
  'shared/not-found': ({workspace, id, nearest}) => ({
    message: `Shared resource ${id} not found in ${workspace}.`,
    hint: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Run "gantry shared list" to see all ids.`,
  }),
  'shared/not-usable': ({project, resources}) => ({
    message: `The project ${project} may not use shared resources that this stack refers to: ${resources
      .map(
        ({id, stack, usableBy, fields}) =>
          `${id} of ${userText({stack, fields})} may be used by ${usersText(usableBy)}`,
      )
      .join('; ')}. Nothing was changed.`,
    hint: `Remove the references, or add ${project} to \`usableBy\` of the shared resource and apply its stack.`,
  }),
  'shared/claim-to-make': ({by, claims}) => ({
    message: `${by} claims shared resources that do not exist yet: ${claims
      .map(({claim, stack}) => `${claim}, for which ${stack} has a recipe`)
      .join('; ')}.`,
    hint: `"gantry apply -s ${by}" creates them first. The owner can create them with: ${claims
      .map(({claim, stack}) => `gantry shared add --claim ${claim} -s ${stack}`)
      .join('; ')}.`,
  }),
  'shared/claim-refused': ({workspace, revision, claims}) => ({
    message: `Claimed resources cannot be created in ${workspace}: ${claims
      .map((one) => `${one.claim} ${claimedBy(one)}: ${whyRefused(one, revision)}`)
      .join('; ')}. Nothing was changed.`,
    hint: [...new Set(claims.map(refusedHint))].join(' '),
  }),
};

const claimedBy = ({by, stack}: RefusedClaim): string => (by === undefined ? `in ${stack}` : `for ${by} in ${stack}`);

function whyRefused({because, stack, usableBy = []}: RefusedClaim, revision: number | undefined): string {
  switch (because) {
    case 'no-recipe':
      return 'the files of the stack have no recipe for it';
    case 'not-applied':
      return revision === undefined
        ? `${stack} has no release yet`
        : `its recipe was added to the files after revision ${revision}`;
    case 'changed':
      return `its recipe in the files differs from the one of revision ${revision}`;
    case 'not-usable':
      return `it may be claimed by ${usersText(usableBy)}`;
    default:
      return unreachable(because);
  }
}

const refusedHint = ({because, claim, stack}: RefusedClaim): string =>
  because === 'no-recipe'
    ? `Add ${claim} to \`claims\` in the stack.yaml of ${stack}.`
    : because === 'not-usable'
      ? `The owner adds the project to \`usableBy\` of ${claim}, and applies ${stack}.`
      : `The owner of the shared stack applies it first: gantry shared apply -s ${stack}.`;

/** Reports whether the shared resource holds the kubeconfig of another workspace. */
const isOfCluster = ({workspace}: SharedUse): boolean => workspace !== undefined;

const userText = ({stack, workspace, fields}: SharedUse): string => {
  if (stack === undefined) return `the workspace ${workspace} (context.kubeconfig_content)`;
  if (workspace !== undefined) return `${stack} in ${workspace} (it is the cluster of that workspace)`;
  const named = fields.slice(0, MOST_FIELDS).map(({resource, path}) => `${path} of ${resource}`);
  if (fields.length === 0) return `${stack} (dependsOn)`;
  const more = fields.length - named.length;
  return `${stack} (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
};
