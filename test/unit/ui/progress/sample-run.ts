import type {Event, PlannedStep} from '../../../../src/core/event.ts';
import {type RunState, runState, START, type TimedEvent} from '../../../../src/ui/progress/run-state.ts';
import {FAILURES} from '../sample-failures.ts';

export const step = (
  id: string,
  after: readonly string[] = [],
  action: PlannedStep['action'] = 'create',
): PlannedStep => ({
  id,
  action,
  after,
});

export const planMade = (steps: readonly PlannedStep[]): Event => ({
  type: 'plan-made',
  operation: 'apply',
  revision: 4,
  steps,
});
export const applying = (total: number): Event => ({type: 'phase-started', phase: 'apply', total});
export const started = (id: string): Event => ({type: 'step-started', id, action: 'create'});
export const waiting = (id: string, message: string): Event => ({type: 'step-waiting', id, message});
export const done = (id: string): Event => ({type: 'step-done', id, action: 'create', seconds: 1});
export const failed = (id: string): Event => ({
  type: 'step-failed',
  id,
  action: 'create',
  failure: FAILURES['object/not-ready'],
});
export const skipped = (id: string, because: string): Event => ({type: 'step-skipped', id, action: 'create', because});

/** The state after events that came at these seconds. */
export const after = (...events: readonly (readonly [seconds: number, event: Event])[]): RunState =>
  runState(
    START,
    events.map(([seconds, event]): TimedEvent => ({event, at: seconds * 1000})),
  );

const DB = 'apps/v1:StatefulSet:shop:db';
const WEB = 'apps/v1:Deployment:shop:web';
const LB = 'v1:Service:shop:lb';
const ROUTES = ['a', 'b', 'c', 'd'].map((name) => `networking.k8s.io/v1:Ingress:shop:${name}`);

/** A shop of which the database is not ready yet, and what waits for it. */
export const SHOP: readonly (readonly [seconds: number, event: Event])[] = [
  [
    0,
    planMade([
      step('v1:Namespace:shop'),
      step('v1:ConfigMap:shop:settings', ['v1:Namespace:shop'], 'unchanged'),
      step(DB, ['v1:ConfigMap:shop:settings']),
      step(LB, ['v1:Namespace:shop']),
      step(WEB, [DB]),
      ...ROUTES.map((id) => step(id, [WEB, LB])),
      step('v1:ConfigMap:shop:old', [], 'delete'),
    ]),
  ],
  [1, applying(9)],
  [1, started('v1:Namespace:shop')],
  [2, done('v1:Namespace:shop')],
  [12, started(DB)],
  [31, started(LB)],
  [31, waiting(LB, 'waiting for the load balancer')],
  [31, waiting(DB, '1 of 3 pods ready')],
];

/** Five hundred that are all under way, each waiting longer than the next. */
export const MANY: readonly (readonly [seconds: number, event: Event])[] = [
  [0, planMade(Array.from({length: 500}, (_, i) => step(`v1:ConfigMap:shop:c${i}`)))],
  [0, applying(500)],
  ...Array.from({length: 500}, (_, i): readonly [number, Event] => [i / 100, started(`v1:ConfigMap:shop:c${i}`)]),
];
