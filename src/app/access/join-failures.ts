import type {Failure} from '../../core/failure/failure.ts';

/** Returns one failure for several denied permissions; undefined for none. */
export function joinFailures(failures: readonly Failure[]): Failure | undefined {
  const [first] = failures;
  if (first?.code === 'backend/denied') {
    const denied = failures.flatMap((one) => (one.code === 'backend/denied' ? [one] : []));
    return {...first, action: listOf(denied.map(({action}) => action)), on: listOf(denied.map(({on}) => on))};
  }
  if (first?.code === 'permission/denied') {
    const denied = failures.flatMap((one) => (one.code === 'permission/denied' ? [one] : []));
    return {
      ...first,
      action: denied.map(({action}) => action).join('; '),
      denials: denied.flatMap(({denials = []}) => denials),
    };
  }
  return first;
}

const listOf = (texts: readonly string[]): string => [...new Set(texts)].join(', ');
