/** Labels and annotations that belong together. */
export type LabelGroup = {
  readonly title: string;
  readonly about: string;
  /** The meaning of each, by its name without `gantry.dev/`. */
  readonly names: Readonly<Record<string, string>>;
};

/** Every label and annotation `gantry.dev/…`. A test compares the list with the code. */
export const GANTRY_LABELS: readonly LabelGroup[] = [
  {
    title: 'Annotations that you write',
    about: 'On an object in your manifests.',
    names: {
      protect: '`"true"`: never deleted or replaced, whatever the flags say.',
      replace: '`allowed`: replaced without a flag. `forbidden`: never replaced.',
      ready: 'A CEL expression that is true when the object is ready. It has priority over all `health` rules.',
      'restart-on-change':
        'On a workload. `"true"`: its pods restart when a ConfigMap or Secret that they use changes. `"false"`: they do not, whatever stack.yaml says.',
      type: 'A label of a shared resource: the type by which it is claimed.',
      class: 'A label of a shared resource: the class of its type.',
      order: '`after ID, before ID`: an order that the objects do not show.',
      'usable-by': '`web, pay-*`: the projects that may use this shared resource.',
    },
  },
  {
    title: 'Annotations for a sandbox',
    about: 'They simulate failures in a sandbox (docs/sandbox.md). Other clusters ignore them.',
    names: {
      'test-pod':
        'On a pod or on the pod template of a workload: how the pods fail, `crash-loop`, `image-pull` and others.',
      'test-pod-delay': 'The time after which pods with `test-pod: slow` become ready, for example `30s`. Default: 5s.',
      'test-address': '`none`: a Service or an Ingress never gets an address.',
    },
  },
  {
    title: 'Ownership',
    about: 'Gantry writes these on each object of a stack. Do not change them.',
    names: {
      lineage: 'A label: the release history that the object belongs to.',
      id: 'An annotation: the id of the resource.',
      stack: 'An annotation: PROJECT/STACK/WORKSPACE, for people.',
      created:
        'An annotation on Namespaces and CRDs that Gantry created: Gantry deletes only these. `shared`: another stack declares the object too.',
      'created-for': 'On the namespace of a stack: the release history that created it.',
    },
  },
  {
    title: 'Restarts',
    about: 'Gantry writes it on pod templates of workloads with `restart-on-change`. Do not change it.',
    names: {
      'config-digests':
        'An annotation: a digest of each ConfigMap and Secret that the pods use. A new digest restarts them.',
    },
  },
  {
    title: 'Secrets of a backend',
    about: 'Gantry writes them on the Secrets in which a Kubernetes backend stores its data.',
    names: {
      backend: 'A label: what is stored, for example `releases` or `locks`.',
      'backend-group': 'A label: the release history of a release.',
      'backend-key': 'An annotation: the key of the value.',
      'backend-value': 'The type of a Secret that holds a value.',
      'backend-part': 'The type of a Secret that holds a part of a large value.',
      'backend-parts': 'An annotation: which parts make up the value.',
      'backend-part-of': 'A label of a part: the Secret that it belongs to.',
      'backend-generation': 'A label of a part: the write that it belongs to.',
    },
  },
];
