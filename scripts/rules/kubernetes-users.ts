import type {SourceFile, Violations} from './source-file.ts';

const MANIFESTS = 'manifests are files: config reads and varies them as Kubernetes would';
const CHARTS = 'a chart is rendered as Helm renders it for a cluster, also without one';
const ORDER = 'the order of a stack is made of all of its files, before a runtime is opened';
const SHARED = 'reads in files and releases who may use a shared resource, and which workloads read it';
const RENDERED = 'compares the objects of two renders of a chart, before a runtime is opened';
const BEGUN = 'the possible objects of an interrupted run follow from its record, without a cluster';
const VALIDATE = 'checks objects without a cluster, by the types of Kubernetes that the program contains';
const IMPORT = 'writes manifests from what runs: the use case is about Kubernetes objects alone';

/** Files of config and app that use a rule of Kubernetes without asking a port, and why. */
const MAY_USE: Readonly<Record<string, string>> = {
  'src/app/secret/resolve-hook-values.ts': 'asks whether a generated value is an annotation, which nothing reads',
  'src/config/manifests/restart-setting.ts': MANIFESTS,
  'src/config/manifests/check-usable-by.ts': MANIFESTS,
  'src/config/manifests/settle.ts': MANIFESTS,
  'src/config/manifests/users-problems.ts': MANIFESTS,
  'src/config/sources/app/build-recipe.ts': 'labels the objects that are made for claims',
  'src/config/sources/app/fill-in-outputs.ts': 'puts keys of Secrets into the variables of containers',
  'src/config/sources/app/patch-made.ts': 'applies the patches of modules to the objects of their application',
  'src/config/sources/helm/cluster-of-chart.ts': CHARTS,
  'src/config/sources/helm/crds-of-stack.ts': CHARTS,
  'src/config/sources/helm/place-objects.ts': CHARTS,
  'src/config/sources/helm/explain-field.ts': 'finds a field in the manifests that a chart renders',
  'src/config/sources/helm/put-references.ts':
    'a chart renders manifests: their Secrets have base64, their annotations digests',
  'src/config/sources/helm/settle-generated.ts': 'a chart renders manifests: their annotations have digests',
  'src/config/sources/helm/split-hooks.ts': 'the annotations of a rendered chart tell hooks from objects',
  'src/config/sources/helm/last-render.ts': RENDERED,
  'src/config/sources/helm/mark-generated.ts': RENDERED,
  'src/config/sources/helm/placed-leaf.ts': RENDERED,
  'src/config/variation/patch.ts': MANIFESTS,
  'src/config/variation/vary.ts': MANIFESTS,
  'src/app/diff-workspaces.ts': 'compares the files or releases of two workspaces, without a cluster',
  'src/app/stacks/seal-secrets.ts': 'replaces the values of Secrets in objects that are compared without a cluster',
  'src/app/module/stack-impact.ts': 'compares the objects of two versions of a module, without a cluster',
  'src/app/release/images-from.ts': 'matches the objects of a release with those of the files in another namespace',
  'src/app/release/release-images.ts': 'finds the containers in the objects of a release',
  'src/app/chart/show-chart.ts': 'finds the images in what a chart makes, without a cluster',
  'src/app/access/cluster-manifests.ts': 'prints Roles and their bindings, which nothing applies',
  'src/app/explain-order.ts': ORDER,
  'src/app/release/uses-of.ts': ORDER,
  'src/app/release/records-same.ts': SHARED,
  'src/app/shared/no-longer-usable.ts': SHARED,
  'src/app/shared/effects-on-users.ts': SHARED,
  'src/app/shared/dependants-of.ts': SHARED,
  'src/app/stacks/placed-reference.ts': ORDER,
  'src/app/explain-value.ts': 'finds a field in the manifests that a build makes, without a cluster',
  'src/app/import/import-cluster.ts': IMPORT,
  'src/app/import/import-helm.ts': IMPORT,
  'src/app/import/import-helm-chart.ts': IMPORT,
  'src/app/import/write-import.ts': IMPORT,
  'src/app/shared/write-manifest.ts': IMPORT,
  'src/app/import/kusion/find-forms.ts': IMPORT,
  'src/app/import/kusion/plan-histories.ts': IMPORT,
  'src/app/import/kusion/plan-takeover.ts': IMPORT,
  'src/app/import/kusion/prove-applications.ts': IMPORT,
  'src/app/operate/known-stack.ts': BEGUN,
  'src/app/hooks/installed-by-helm.ts': 'reads the annotations of Helm on live objects, which a port has read',
  'src/app/hooks/order-hooks.ts': ORDER,
  'src/app/plan/apply-plan-file.ts': 'compares two plans, of which one is a file',
  'src/app/plan/refuse-stale.ts': 'compares two plans, of which one is a file',
  'src/app/policy/checked-changes.ts': 'reads the scopes that the CRDs of a plan declare',
  'src/app/policy/subject-of.ts': 'tells in which namespace a rule of the policy sees an object',
  'src/app/policy/validate-policy.ts': 'checks objects without a cluster, with the scopes that their CRDs declare',
  'src/app/policy/find-breaches.ts': 'the checks of a policy are about Kubernetes objects, also without a cluster',
  'src/app/deps.ts': VALIDATE,
  'src/app/plan/validate-stack.ts': VALIDATE,
  'src/app/validate/check-live.ts': VALIDATE,
  'src/app/validate/check-objects.ts': VALIDATE,
  'src/app/validate/read-cluster.ts': 'checks objects by the OpenAPI documents that a port has read',
  'src/app/validate/choose-versions.ts': VALIDATE,
  'src/app/plan/health-rules.ts': 'reads which rule the annotation of a manifest chooses',
  'src/app/plan/order-stack.ts': ORDER,
  'src/app/plan/select-resources.ts': BEGUN,
  'src/app/release/diff-releases.ts': 'compares two records, without a cluster',
  'src/app/release/brought.ts': 'says what the deletion of a recorded object would lose',
  'src/app/release/select-orphaned.ts': BEGUN,
  'src/app/secret/generated-places.ts': 'finds the generated values of a chart in live objects, which a port has read',
  'src/app/stacks/awaits-cluster.ts': 'says which planned changes leave open the cluster of other stacks',
  'src/app/stacks/other-resources.ts': 'says which values a planned change leaves open for other stacks',
  'src/app/stacks/claimed-resource.ts': 'finds shared resources by the labels with which others claim them',
  'src/app/stacks/offers-in.ts': 'reads the types and classes of shared resources',
  'src/app/stacks/config-keys.ts': 'finds the stacks whose configuration restarts the pods of another one',
  'src/app/stacks/container-keys.ts': 'finds the stacks inside a namespace that another one creates or deletes',
};

/** Rules about Kubernetes objects are asked for through a port, where a runtime is there to be asked. */
export function kubernetesUsers(files: readonly SourceFile[]): Violations {
  const outside = files.filter(({path}) => /^src\/(?:config|app)\//.test(path));
  const uses = ({imports}: SourceFile): boolean => imports.some((one) => one.startsWith('src/kubernetes/'));
  return outside.flatMap((file) => {
    const reason = MAY_USE[file.path];
    if (uses(file) && reason === undefined)
      return [
        `${file.path}: uses a rule of Kubernetes; ask a port, or give a reason in scripts/rules/kubernetes-users.ts`,
      ];
    if (!uses(file) && reason !== undefined)
      return [`${file.path}: uses no rule of Kubernetes; take it out of scripts/rules/kubernetes-users.ts`];
    return [];
  });
}
