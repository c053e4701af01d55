import type {JsonObject} from '../../core/json.ts';
import type {Column, ColumnDefinition} from '../model/columns.ts';
import {textAt} from '../model/part.ts';
import {ACCESS_CELLS} from './access.ts';
import {ADMISSION_CELLS} from './admission.ts';
import {AUTOSCALER_CELLS} from './autoscaler.ts';
import {type Cell, type Cells, name} from './cell.ts';
import {CLUSTER_CELLS} from './cluster.ts';
import {CONFIGURATION_CELLS} from './configuration.ts';
import {EVENT_CELLS} from './event.ts';
import {NETWORK_CELLS} from './network.ts';
import {POD_CELLS} from './pod.ts';
import {STORAGE_CELLS} from './storage.ts';
import {WORKLOAD_CELLS} from './workloads.ts';

const CELLS: Cells = {
  Pod: POD_CELLS,
  ...WORKLOAD_CELLS,
  ...AUTOSCALER_CELLS,
  ...NETWORK_CELLS,
  ...STORAGE_CELLS,
  ...CONFIGURATION_CELLS,
  ...ACCESS_CELLS,
  ...CLUSTER_CELLS,
  ...EVENT_CELLS,
  ...ADMISSION_CELLS,
};

const PLAIN_CELLS: readonly Cell[] = [name, (object: JsonObject) => textAt(object, 'metadata', 'creationTimestamp')];

/** A kind without columns of its own. All such kinds have the same columns. */
const PLAIN = 'LimitRange';

/**
 * Returns the columns of a built-in kind. `definitionsOf` returns them as the server declares them. Kinds without their own columns show
 * the name and the creation time.
 */
export function columnsOf(
  {group, kind}: {readonly group: string; readonly kind: string},
  definitionsOf: (key: string) => readonly ColumnDefinition[] | undefined,
): readonly Column[] {
  const key = group === '' ? kind : `${kind}.${group}`;
  const cells = CELLS[key] ?? PLAIN_CELLS;
  const definitions = definitionsOf(key) ?? definitionsOf(PLAIN) ?? [];
  return definitions.map((definition, index) => ({...definition, cell: cells[index] ?? (() => '')}));
}
