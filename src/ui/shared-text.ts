import {usersText} from '../core/stacks/may-use.ts';
import type {Words} from './failure-words.ts';

/** The number of fields of a stack that a message names. */
const MOST_FIELDS = 3;

/** The texts of failures about shared resources. */
export const SHARED_WORDS: Pick<Words, 'shared/in-use' | 'shared/not-usable'> = {
  'shared/in-use': ({workspace, resources}) => ({
    message: `Shared resources that stacks in ${workspace} use would be removed: ${resources
      .map(({id, users}) => `${id} is used by ${users.map(userText).join(', and by ')}`)
      .join('; ')}. Nothing was changed.`,
    hint: 'Remove the references from these stacks, and apply them first. "gantry shared list" shows all uses.',
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
};

type User = {readonly stack: string; readonly fields: readonly {readonly resource: string; readonly path: string}[]};

const userText = ({stack, fields}: User): string => {
  const named = fields.slice(0, MOST_FIELDS).map(({resource, path}) => `${path} of ${resource}`);
  if (fields.length === 0) return `${stack} (dependsOn)`;
  const more = fields.length - named.length;
  return `${stack} (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
};
