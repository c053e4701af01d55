import type {Words} from './failure-words.ts';

/** The number of fields of a stack that a message names. */
const MOST_FIELDS = 3;

/** The texts of failures about shared resources. */
export const SHARED_WORDS: Pick<Words, 'shared/in-use' | 'shared/external-changed' | 'shared/not-found'> = {
  'shared/in-use': ({workspace, resources}) => ({
    message: `Shared resources that stacks in ${workspace} use would be removed: ${resources
      .map(({id, users}) => `${id} is used by ${users.map(userText).join(', and by ')}`)
      .join('; ')}. Nothing was changed.`,
    hint: 'Remove the references from these stacks, and apply them first. "gantry shared list" shows all uses.',
  }),
  'shared/external-changed': ({workspace, resources}) => ({
    message: `External resources of ${workspace} are not the registered objects: ${resources
      .map(({id, expected, found}) =>
        found === undefined ? `${id} (uid ${expected}) is gone` : `${id} has the uid ${found}, not ${expected}`,
      )
      .join('; ')}. Nothing was changed.`,
    hint: `If the object was created again on purpose, run "gantry shared add -f FILE --accept-identity -w ${workspace}". Else run "gantry shared remove ${resources[0]?.id ?? 'ID'} -w ${workspace}".`,
  }),
  'shared/not-found': ({workspace, id, nearest}) => ({
    message: `Shared resource ${id} not found in ${workspace}.`,
    hint: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Run "gantry shared list" to see all ids.`,
  }),
};

type User = {readonly stack: string; readonly fields: readonly {readonly resource: string; readonly path: string}[]};

const userText = ({stack, fields}: User): string => {
  const named = fields.slice(0, MOST_FIELDS).map(({resource, path}) => `${path} of ${resource}`);
  const more = fields.length - named.length;
  return `${stack} (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
};
