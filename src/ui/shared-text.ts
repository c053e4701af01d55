import type {SharedUse} from '../core/failure/shared-failure.ts';
import type {Words} from './failure-words.ts';

/** The number of fields of a stack that a message names. */
const MOST_FIELDS = 3;

/** The texts of failures about shared resources. */
export const SHARED_WORDS: Pick<Words, 'shared/in-use'> = {
  'shared/in-use': ({workspace, resources}) => ({
    message: `Shared resources of ${workspace} that are in use would be removed: ${resources
      .map(({id, users}) => `${id} is used by ${users.map(userText).join(', and by ')}`)
      .join('; ')}. Nothing was changed.`,
    hint: resources.some(({users}) => users.some(isOfCluster))
      ? 'Destroy the stacks in that cluster, and give the workspace another kubeconfig or delete it. "gantry shared list" shows all uses.'
      : 'Remove the references from these stacks, and apply them first. "gantry shared list" shows all uses.',
  }),
};

/** Reports whether the shared resource holds the kubeconfig of another workspace. */
const isOfCluster = ({workspace}: SharedUse): boolean => workspace !== undefined;

const userText = ({stack, workspace, fields}: SharedUse): string => {
  if (stack === undefined) return `the workspace ${workspace} (context.kubeconfig_content)`;
  if (workspace !== undefined) return `${stack} in ${workspace} (it is the cluster of that workspace)`;
  const named = fields.slice(0, MOST_FIELDS).map(({resource, path}) => `${path} of ${resource}`);
  const more = fields.length - named.length;
  return `${stack} (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
};
