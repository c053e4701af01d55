import {expect, it} from 'vitest';
import {logsIn} from '../../../../src/core/workspace/logs-in.ts';

it.each([
  'aws eks get-token --cluster-name prod --region eu-west-1',
  'aws --region eu-west-1 --profile team eks get-token --cluster-name=prod --output json',
  'aws-iam-authenticator token -i prod -r arn:aws:iam::1:role/x',
  'gke-gcloud-auth-plugin',
  'gke-gcloud-auth-plugin --use_application_default_credentials',
  'kubelogin get-token --login azurecli --server-id 6dae42f8 --tenant-id t',
  'doctl kubernetes cluster kubeconfig exec-credential --version=v1beta1 1a2b',
])('%s only logs in', (line) => {
  expect(logsIn(line.split(' '))).toBe(true);
});

it.each([
  'git version',
  'aws',
  'aws s3 cp a s3://b',
  'aws eks get-token --cluster-name prod --endpoint-url https://evil.example',
  'aws eks get-token --cluster-name prod more',
  'aws eks get-token --cluster-name',
  'aws eks get-token --cluster-name --debug',
  '/opt/aws eks get-token --cluster-name prod',
  'gke-gcloud-auth-plugin --impersonate x',
  'kubelogin get-token --authority-host https://evil.example',
  'doctl kubernetes cluster kubeconfig exec-credential a b',
  'toString',
])('%s may do more than log in', (line) => {
  expect(logsIn(line.split(' '))).toBe(false);
});
