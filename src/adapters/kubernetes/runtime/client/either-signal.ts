const known = new WeakMap<AbortSignal, WeakMap<AbortSignal, AbortSignal>>();

/**
 * Returns a signal that aborts with either one. The requests of a run share their signals, so that two signals are combined once and not for each
 * request.
 */
export function eitherSignal(always: AbortSignal, perhaps: AbortSignal | undefined): AbortSignal {
  if (perhaps === undefined || perhaps === always) return always;
  const others = known.get(always) ?? new WeakMap<AbortSignal, AbortSignal>();
  const either = others.get(perhaps) ?? AbortSignal.any([always, perhaps]);
  others.set(perhaps, either);
  known.set(always, others);
  return either;
}
