import type {Runtime} from '../../ports/runtime.ts';
import type {Telemetry} from '../../ports/telemetry.ts';

/** Wraps a runtime so that its steps run within their spans. */
export const observeRuntime = (runtime: Runtime, {within}: Pick<Telemetry, 'within'>): Runtime => ({
  ...runtime,
  plan: async (request) => {
    const planned = await runtime.plan(request);
    const changes = planned.changes.map((change) => ({
      ...change,
      execute: (run: Parameters<typeof change.execute>[0]) => within(change.change.id, () => change.execute(run)),
    }));
    return {...planned, changes};
  },
});
