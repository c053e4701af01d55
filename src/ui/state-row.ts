import type {ListedState} from '../app/resource/list-resources.ts';

/** The columns of a table of resources, whatever their types. */
export const STATE_COLUMNS = ['KIND', 'NAMESPACE', 'NAME', 'ID'];

/** One row of it: of a Terraform resource the address is its name. */
export const stateRow = (state: ListedState): string[] =>
  state.type === 'Kubernetes'
    ? [state.kind, state.namespace ?? '', state.name, state.id]
    : [state.type, '', state.address, state.id];
