import type {Json, JsonObject} from '../../core/json.ts';
import {compareQuantities, NO_QUANTITY, type Quantity, quantityOf} from '../../kubernetes/fields/quantity.ts';
import {isBeingDeleted, nameOf} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {forbidden} from '../model/refusals.ts';
import type {ClusterView} from '../model/view.ts';
import type {Target} from '../verbs/verb-context.ts';
import {type Amount, type Amounts, amountsIn, podAmounts} from './amounts.ts';

type Asked = {readonly object: JsonObject; readonly before: JsonObject | undefined; readonly target: Target};

/** Refuses amounts outside of a LimitRange of the namespace (LimitRanger admission), in dry runs too. @throws Refusal 403 */
export function admitToLimits({object, before, target}: Asked, cluster: ClusterView): void {
  const {resource, namespace, subresource} = target;
  const takers = resource.group === '' ? TAKERS[resource.plural] : undefined;
  if (takers === undefined || (before !== undefined && isBeingDeleted(before))) return;
  // The amounts of an existing pod can only change by a resize.
  const isResized = resource.plural === 'pods' && before !== undefined;
  if (subresource !== (isResized ? 'resize' : '')) return;
  for (const range of cluster.list('limitranges', namespace)) {
    const broken = list(part(range['spec'])['limits']).flatMap((item) =>
      takers(text(part(item)['type']), part(object['spec'])).flatMap((taker) => brokenBy(taker, part(item))),
    );
    const [first, ...more] = new Set(broken);
    if (first === undefined) continue;
    throw forbidden(resource, nameOf(object), more.length === 0 ? first : `[${[first, ...more].join(', ')}]`);
  }
}

type Taker = {
  /** The name in refusals. */
  readonly type: string;
  readonly requests: Amounts;
  /** The limits; undefined for a kind without any, whose maximum applies to the requests. */
  readonly limits: Amounts | undefined;
};

/** The consumers that an item of a LimitRange applies to, by its type. */
const TAKERS: Readonly<Record<string, (type: string, spec: JsonObject) => readonly Taker[]>> = {
  pods: (type, spec) => {
    if (type === 'Pod') return [{type, requests: podAmounts(spec, 'requests'), limits: podAmounts(spec, 'limits')}];
    if (type !== 'Container') return [];
    return [...list(spec['containers']), ...list(spec['initContainers'])].map((container) => ({
      type,
      requests: amountsIn(part(container), 'requests'),
      limits: amountsIn(part(container), 'limits'),
    }));
  },
  persistentvolumeclaims: (type, spec) =>
    type === 'PersistentVolumeClaim' ? [{type, requests: amountsIn(spec, 'requests'), limits: undefined}] : [],
};

type Bound = {readonly name: string; readonly bound: Amount};
type Broken = string | undefined;

function brokenBy(taker: Taker, item: JsonObject): readonly string[] {
  const each = (kind: string, check: (taker: Taker, bound: Bound) => Broken): readonly Broken[] =>
    Object.entries(part(item[kind]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, amount]) => check(taker, {name, bound: amountOf(amount)}));
  const ratios = taker.limits === undefined ? [] : each('maxLimitRequestRatio', ratioBroken);
  return [...each('min', minimumBroken), ...each('max', maximumBroken), ...ratios].filter((one) => one !== undefined);
}

const amountOf = (amount: Json): Amount => ({
  text: text(amount),
  quantity: quantityOf(amount) ?? NO_QUANTITY,
});

const exceeds = (one: Amount, other: Amount): boolean => compareQuantities(one.quantity, other.quantity) > 0;

function minimumBroken({type, requests, limits}: Taker, {name, bound}: Bound): Broken {
  const [request, limit] = [requests.get(name), limits?.get(name)];
  const rule = `minimum ${name} usage per ${type} is ${bound.text}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  if (exceeds(bound, request)) return `${rule}, but request is ${request.text}`;
  if (limit !== undefined && exceeds(bound, limit)) return `${rule}, but limit is ${limit.text}`;
  return undefined;
}

function maximumBroken({type, requests, limits}: Taker, {name, bound}: Bound): Broken {
  const [request, limit] = [requests.get(name), limits?.get(name)];
  const rule = `maximum ${name} usage per ${type} is ${bound.text}`;
  if (limits === undefined && request === undefined) return `${rule}.  No request is specified`;
  if (limits !== undefined && limit === undefined) return `${rule}.  No limit is specified`;
  if (limit !== undefined && exceeds(limit, bound)) return `${rule}, but limit is ${limit.text}`;
  if (request !== undefined && exceeds(request, bound)) return `${rule}, but request is ${request.text}`;
  return undefined;
}

function ratioBroken({type, requests, limits}: Taker, {name, bound}: Bound): Broken {
  const request = requests.get(name)?.quantity ?? NO_QUANTITY;
  const limit = limits?.get(name)?.quantity ?? NO_QUANTITY;
  const rule = `${name} max limit to request ratio per ${type} is ${bound.text}`;
  if (isNothing(request)) return `${rule}, but no request is specified or request is 0`;
  if (isNothing(limit)) return `${rule}, but no limit is specified or limit is 0`;
  const most = {
    digits: request.digits * bound.quantity.digits,
    exponent: request.exponent + bound.quantity.exponent,
  };
  if (compareQuantities(limit, most) <= 0) return undefined;
  const ratio = (Number(limit.digits) / Number(request.digits)) * 10 ** (limit.exponent - request.exponent);
  return `${rule}, but provided ratio is ${ratio.toFixed(6)}`;
}

const isNothing = ({digits}: Quantity): boolean => digits === 0n;
