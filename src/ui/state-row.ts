import type {ListedState} from '../app/resource/list-resources.ts';

/** The columns of a table of resources of all types. */
export const STATE_COLUMNS = ['KIND', 'NAMESPACE', 'NAME', 'ID'];

/** Returns a row of the table. For a Terraform resource the address is the name. */
export const stateRow = (state: ListedState): string[] =>
  state.type === 'Kubernetes'
    ? [state.kind, state.namespace ?? '', state.name, state.id]
    : [state.type, '', state.address, state.id];
