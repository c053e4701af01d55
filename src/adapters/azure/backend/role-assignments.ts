import {PROOF_PREFIX, rootsWith} from '../../../core/backend/access-rules.ts';
import {posixWord} from '../../../core/programs/shell-words.ts';
import type {GrantRequest, Grants} from '../../../ports/backend-access.ts';
import type {Container} from './azure-config.ts';
import {BLOBS} from './blob-permissions.ts';

/**
 * Returns the commands of az that assign a role in the container, with a condition on the paths of blobs. Without assignees, the variable
 * ASSIGNEE of the shell names one, and without a storage account the variable that Gantry reads, too.
 */
export function roleAssignments(
  {container, prefix, storageAccount}: Pick<Container, 'container' | 'prefix' | 'storageAccount'>,
  {rules, subjects}: GrantRequest,
): Grants {
  const root = prefix === undefined ? '' : `${prefix}/`;
  const below = (roots: readonly string[]): string =>
    roots.map((one) => `@Resource[${BLOBS}:path] StringStartsWith ${text(`${root}${one}`)}`).join(' OR ');
  const written = rootsWith(rules, 'write');
  const deleted = rootsWith(rules, 'delete');
  const isWriter = written.length + deleted.length > 0;
  const proof = isWriter ? [PROOF_PREFIX] : [];
  const [read, write, remove] = [rootsWith(rules, 'read'), written, deleted].map((roots) =>
    below([...roots, ...proof]),
  );
  const list = `SubOperationMatches{'Blob.List'}`;
  const condition = [
    ...(root === ''
      ? []
      : [only(`${action('read')} AND ${list}`, `@Request[${BLOBS}:prefix] StringStartsWith ${text(root)}`)]),
    only(`${action('read')} AND NOT ${list}`, read),
    ...(isWriter
      ? [
          only(`${action('write')} OR ${action('add/action')}`, write),
          only(action('delete'), remove),
          `(!(${action('move/action')}))`,
        ]
      : []),
  ].join(' AND ');
  const account = storageAccount === undefined ? '"$AZURE_STORAGE_ACCOUNT"' : posixWord(storageAccount);
  const scope = `"$(az storage account show --name ${account} --query id --output tsv)/blobServices/default/containers/${container}"`;
  const role = isWriter ? 'Storage Blob Data Contributor' : 'Storage Blob Data Reader';
  const assignees = subjects.length === 0 ? ['"$ASSIGNEE"'] : subjects.map(posixWord);
  return {
    form: 'commands',
    commands: assignees.map((assignee) =>
      [
        `az role assignment create --assignee ${assignee} --role ${posixWord(role)} --scope ${scope}`,
        `--condition-version 2.0 --condition ${posixWord(condition)}`,
      ].join(' '),
    ),
  };
}

/** Returns a text of a condition. */
const text = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;

/** Returns a clause: the actions are permitted under the condition only, and without one not at all. */
const only = (actions: string, condition = ''): string =>
  condition === '' ? `(!(${actions}))` : `((!(${actions})) OR (${condition}))`;

const action = (name: string): string => `ActionMatches{'${BLOBS}/${name}'}`;
