import {defined} from '../../lib/defined.ts';
/** A right that a plan needs and the user lacks, and what of the plan needs it. */
export type Denial = {
  readonly verb: string;
  /** Empty: the core group. */
  readonly group: string;
  /** The plural, as rules name it: `deployments`. */
  readonly resource: string;
  /** Absent: of the whole cluster. */
  readonly namespace?: string;
  /** Only these are denied; absent: all that the plan has of the kind there. */
  readonly names?: readonly string[];
  /** Of the resources that need it. */
  readonly ids: readonly string[];
};

/** What an administrator adds to a Role, or (without a namespace) to a ClusterRole. */
export type RbacRule = {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[] | undefined;
};

/** The rules that a Role, or without a namespace a ClusterRole, needs to permit what was denied. */
export type RbacRules = {readonly namespace?: string; readonly rules: readonly RbacRule[]};

/** The rules that are missing, as few as say it: one list for each namespace, and one for the cluster. */
export function missingRules(denials: readonly Denial[]): readonly RbacRules[] {
  const byPlace = Map.groupBy(denials, ({namespace}) => namespace);
  return [...byPlace].map(([namespace, there]) => ({
    ...defined({namespace}),
    rules: rulesOf(there),
  }));
}

function rulesOf(denials: readonly Denial[]): readonly RbacRule[] {
  const byObject = Map.groupBy(denials, ({group, resource, names}) => JSON.stringify([group, resource, names ?? null]));
  const byRights = Map.groupBy([...byObject.values()], (same) =>
    JSON.stringify([same[0]?.group, same.map(({verb}) => verb).toSorted(), same[0]?.names ?? null]),
  );
  return [...byRights.values()].flatMap((alike) => {
    const [first] = alike[0] ?? [];
    if (first === undefined) return [];
    return [
      {
        apiGroups: [first.group],
        resources: alike.flatMap((same) => same[0]?.resource ?? []),
        verbs: (alike[0] ?? []).map(({verb}) => verb).toSorted(),
        ...defined({resourceNames: first.names}),
      },
    ];
  });
}
