import type {Examples} from './example.ts';

/** Examples of `gantry workspace …`. */
export const EXAMPLES_OF_WORKSPACES: Examples = {
  'workspace create': [
    ['gantry workspace create prod --kubeconfig ~/.kube/prod', 'from a kubeconfig'],
    ['gantry workspace create prod --kubeconfig ~/.kube/prod --shared', 'for everyone who uses the backend'],
    ['gantry workspace create -f prod.yaml', 'from a workspace file'],
    ['gantry workspace create --from-secrets -w management -n tenants --key admin.conf', 'one for each Secret'],
  ],
  'workspace update': [
    ['gantry workspace update prod --set context.AWS_REGION=eu-west-1', 'change one value'],
    ['gantry workspace update --set context.namespace=shop-anna', 'change the current workspace'],
    ['gantry workspace update prod --suspend', 'refuse apply and destroy from now on'],
  ],
  'workspace approve': [
    ['gantry workspace approve prod -f prod.yaml', 'sign prod.approval, for "workspace update"'],
    ['gantry workspace approve prod --unset protected --expires 10m', 'allow to remove the protection'],
  ],
  'workspace list': [
    ['gantry workspace list', 'every workspace of the project, of the backend and of yours'],
    ['gantry workspace list -l tier=prod', 'only workspaces with this label'],
  ],
  'workspace show': [
    ['gantry workspace show', 'the current workspace'],
    ['gantry workspace show prod -o json', 'prod, for a program'],
  ],
  'workspace switch': [
    ['gantry workspace switch prod', 'use prod in all your terminals, if no -w is given'],
    ['gantry workspace switch mine/prod', 'use your own prod if others have a workspace of this name, too'],
    ['gantry workspace switch ./clusters/test.yaml', 'use a workspace file'],
  ],
  'workspace current': [
    ['gantry workspace current', 'which workspace is used, and what chose it'],
    ['gantry workspace current -o json', 'the same for a program'],
  ],
  'workspace rename': [
    ['gantry workspace rename prod production', 'rename the workspace and its releases'],
    ['gantry workspace rename prod production --yes', 'without confirmation'],
  ],
  'workspace delete': [
    ['gantry workspace delete dev', 'delete the workspace if no stack has resources in it'],
    ['gantry workspace delete dev --force', 'delete it in any case; its resources stay in the cluster'],
  ],
  'workspace explain': [
    ['gantry workspace explain prod', 'every value of prod, with its source'],
    ['gantry workspace explain --key kubeconfig', 'which kubeconfig is used, and why'],
  ],
  'workspace check': [
    ['gantry workspace check prod', 'reach its cluster, read its secret stores'],
    ['gantry workspace check --all --timeout 10s', 'every workspace'],
  ],
  'workspace export': [
    ['gantry workspace export prod --out prod.yaml', 'write a file for "gantry workspace create -f"'],
    ['gantry workspace export prod --flat', 'print one file that includes the files it extends'],
  ],
  'workspace access': [
    ['gantry workspace access reader -w prod --to group:developers', 'print the permissions for previews in prod'],
    ['gantry workspace access deployer -w prod --cluster -o yaml', 'print the RBAC manifests of the cluster'],
  ],
  'workspace allow': [
    ['gantry workspace allow prod', 'show the access that prod requests, and ask for confirmation'],
    ['gantry workspace allow --all --print', 'print the digests for GANTRY_ALLOW in a pipeline'],
  ],
  'workspace trust': [
    ['gantry workspace trust', 'pin the current workspace to the cluster that it reaches now'],
    ['gantry workspace trust prod', 'the same for prod'],
  ],
};
