import type {SharedList} from '../../../app/shared/list-shared.ts';
import type {ListedUser, SharedResource} from '../../../app/shared/shared-resource.ts';
import {count} from '../../count.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

/** Returns the shared resources of a workspace, with the stacks that use each. */
export function sharedListText({workspace, resources}: SharedList, style: Style): string {
  const rows = resources.map((one) => [
    one.id,
    one.stack,
    one.external === undefined ? String(one.revision) : one.external.state,
    usersText(one),
  ]);
  const unused = resources.filter(({usedBy}) => usedBy.length === 0).length;
  const head = `${count(resources.length, 'shared resource')} in ${workspace}, ${unused} unused.`;
  return [
    rows.length === 0 ? '' : `${table(['ID', 'STACK', 'REVISION', 'USED BY'], rows, style)}\n`,
    `${printable(head)}\n`,
  ].join('');
}

function usersText({usedBy, unusedSince, claim}: SharedResource): string {
  const users =
    unusedSince === undefined ? usedBy.map(userText).join(', ') : `nobody since ${unusedSince.slice(0, 10)}`;
  return [users, ...(claim === undefined ? [] : [`(claim ${claim})`])].filter(Boolean).join(' ');
}

const userText = ({stack, workspace}: ListedUser): string =>
  workspace === undefined ? stack : `${stack} in ${workspace}`;
