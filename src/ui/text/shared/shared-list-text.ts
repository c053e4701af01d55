import type {SharedList} from '../../../app/shared/list-shared.ts';
import {count} from '../../count.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

/** Returns the shared resources of a workspace, with the stacks that use each. */
export function sharedListText({workspace, resources}: SharedList, style: Style): string {
  const rows = resources.map(({id, stack, revision, usedBy}) => [
    id,
    stack,
    String(revision),
    usedBy.map(({stack: by, workspace: within}) => (within === undefined ? by : `${by} in ${within}`)).join(', '),
  ]);
  const unused = resources.filter(({usedBy}) => usedBy.length === 0).length;
  const head = `${count(resources.length, 'shared resource')} in ${workspace}, ${unused} unused.`;
  return [
    rows.length === 0 ? '' : `${table(['ID', 'STACK', 'REVISION', 'USED BY'], rows, style)}\n`,
    `${printable(head)}\n`,
  ].join('');
}
