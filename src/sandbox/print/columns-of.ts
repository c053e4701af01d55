import type {JsonObject} from '../../core/json.ts';
import type {Column} from '../model/columns.ts';
import {textAt} from '../model/part.ts';
import {ACCESS_CELLS} from './access.ts';
import {ADMISSION_CELLS} from './admission.ts';
import {AUTOSCALER_CELLS} from './autoscaler.ts';
import {type Cell, type Cells, name} from './cell.ts';
import {CLUSTER_CELLS} from './cluster.ts';
import {CONFIGURATION_CELLS} from './configuration.ts';
import {EVENT_CELLS} from './event.ts';
import {ACCESS_HEADINGS} from './headings/access.ts';
import {ADMISSION_HEADINGS} from './headings/admission.ts';
import {AUTOSCALER_HEADINGS} from './headings/autoscaler.ts';
import {CLUSTER_HEADINGS} from './headings/cluster.ts';
import {CONFIGURATION_HEADINGS} from './headings/configuration.ts';
import {EVENT_HEADINGS} from './headings/event.ts';
import {type Heading, PLAIN} from './headings/heading.ts';
import {NETWORK_HEADINGS} from './headings/network.ts';
import {POD_HEADINGS} from './headings/pod.ts';
import {STORAGE_HEADINGS} from './headings/storage.ts';
import {WORKLOAD_HEADINGS} from './headings/workloads.ts';
import {NETWORK_CELLS} from './network.ts';
import {POD_CELLS} from './pod.ts';
import {STORAGE_CELLS} from './storage.ts';
import {WORKLOAD_CELLS} from './workloads.ts';

const HEADINGS: Readonly<Record<string, readonly Heading[]>> = {
  ...WORKLOAD_HEADINGS,
  ...AUTOSCALER_HEADINGS,
  ...NETWORK_HEADINGS,
  ...STORAGE_HEADINGS,
  ...CONFIGURATION_HEADINGS,
  ...ACCESS_HEADINGS,
  ...CLUSTER_HEADINGS,
  ...EVENT_HEADINGS,
  ...ADMISSION_HEADINGS,
  ...POD_HEADINGS,
};

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

/** The columns of a built-in kind. Kinds that have none of their own show their name and when they were created. */
export function columnsOf({group, kind}: {readonly group: string; readonly kind: string}): readonly Column[] {
  const key = group === '' ? kind : `${kind}.${group}`;
  const cells = CELLS[key] ?? PLAIN_CELLS;
  return (HEADINGS[key] ?? PLAIN).map((heading, index) => column(heading, cells[index]));
}

function column([title, description, {type = 'string', format = '', priority = 0} = {}]: Heading, cell?: Cell): Column {
  return {name: title, type, format, description, priority, cell: cell ?? (() => '')};
}
