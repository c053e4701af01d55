import {BACKENDS} from '../../../registry/backends.ts';
import type {Examples} from './example.ts';

const shared = BACKENDS.map(({address}) => address.example).find((example) => example.includes('/')) ?? '';

/** Examples of the commands about programs, logins, sandboxes, backends and the configuration. */
export const EXAMPLES_OF_PROGRAMS: Examples = {
  exec: [
    ['gantry exec -w prod -- kubectl get pods -n shop', 'kubectl in the cluster of prod'],
    ['gantry exec -w prod -- helm list --all-namespaces', 'Helm'],
    ['gantry exec -w prod -- terraform plan', 'Terraform, with the provider keys of prod'],
    ["gantry exec -w prod -- sh -c 'kubectl get nodes -o json | jq .items'", 'a pipe'],
  ],
  shell: [
    ['gantry shell -w prod', 'a shell whose kubectl uses the cluster of prod'],
    ['gantry shell -w ./clusters/test.yaml', 'the same, for a workspace file'],
  ],
  env: [
    ['eval "$(gantry env -w prod)"', 'bash, zsh and other shells'],
    ['gantry env -w prod | source', 'fish'],
    ['gantry env -w prod | Out-String | iex', 'PowerShell'],
    ['eval "$(gantry env --unset)"', 'remove the variables again'],
  ],
  kubeconfig: [
    ['gantry kubeconfig --merge --exec', 'add the cluster to ~/.kube/config, without credentials'],
    ['gantry kubeconfig -w prod --print > prod.yaml', 'a kubeconfig of prod alone'],
  ],
  credential: [
    ['gantry credential -w prod', 'the credential, as kubectl calls it'],
    ['gantry kubeconfig -w prod --merge --exec', 'write a kubeconfig that calls it'],
  ],
  completion: [
    ['source <(gantry completion bash)', 'in ~/.bashrc'],
    ['source <(gantry completion zsh)', 'in ~/.zshrc, after compinit'],
    ['gantry completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  login: [
    ['gantry login -w prod', 'log in with the browser of this machine'],
    ['gantry login -w prod --device', 'with a browser of any other machine'],
  ],
  logout: [
    ['gantry logout -w prod', 'end the login of prod'],
    ['gantry logout --all', 'end every login on this machine'],
  ],
  whoami: [
    ['gantry whoami -w prod', 'user, groups and expiry in the cluster of prod'],
    ['gantry whoami -o json', 'the same for a program'],
  ],
  'can-i': [
    ['gantry can-i create deployments -n shop', 'exit 0 for yes, 1 for no'],
    ['gantry can-i --list -n shop', 'every permission in the namespace shop'],
  ],
  'backend migrate': [
    ['gantry backend migrate local local:/srv/gantry', 'to another directory'],
    [`gantry backend migrate local ${shared}`, 'to a bucket of the team'],
  ],
  'sandbox status': [
    ['gantry sandbox status', 'every sandbox'],
    ['gantry sandbox status demo', 'the sandbox demo'],
  ],
  'sandbox serve': [
    ['gantry sandbox serve', 'keep the sandbox running for kubectl and others'],
    ['gantry sandbox serve demo', 'another one'],
  ],
  'sandbox export': [
    ['gantry sandbox export > objects.yaml', 'every object as YAML'],
    ['gantry sandbox export demo --reveal', 'with values of Secrets'],
  ],
  'sandbox reset': [
    ['gantry sandbox reset', 'ask, then delete what the sandbox holds'],
    ['gantry sandbox reset demo --yes', 'without a question'],
  ],
  'config list': [
    ['gantry config list', 'your configuration, and the backend that is used here'],
    ['gantry config list -o json', 'the same for a program'],
  ],
  'config get': [
    ['gantry config get backend', 'your default backend'],
    ['gantry config get backends.team', 'the backend named team'],
  ],
  'config set': [
    [`gantry config set backends.team ${shared}`, 'name a backend'],
    ['gantry config set backend team', 'use it where no project names one'],
  ],
  'config unset': [
    ['gantry config unset backend', 'use $GANTRY_HOME again'],
    ['gantry config unset backends.team', 'remove the name'],
  ],
};
