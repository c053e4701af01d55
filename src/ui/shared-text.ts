import type {Words} from './failure-words.ts';

/** The number of fields of a stack that a message names. */
const MOST_FIELDS = 3;

/** The texts of failures about shared resources. */
export const SHARED_WORDS: Pick<Words, 'shared/in-use'> = {
  'shared/in-use': ({workspace, resources}) => ({
    message: `Shared resources that stacks in ${workspace} use would be removed: ${resources
      .map(({id, users}) => `${id} is used by ${users.map(userText).join(', and by ')}`)
      .join('; ')}. Nothing was changed.`,
    hint: 'Remove the references from these stacks, and apply them first. "gantry shared list" shows all uses.',
  }),
};

type User = {readonly stack: string; readonly fields: readonly {readonly resource: string; readonly path: string}[]};

const userText = ({stack, fields}: User): string => {
  const named = fields.slice(0, MOST_FIELDS).map(({resource, path}) => `${path} of ${resource}`);
  if (fields.length === 0) return `${stack} (dependsOn)`;
  const more = fields.length - named.length;
  return `${stack} (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
};
