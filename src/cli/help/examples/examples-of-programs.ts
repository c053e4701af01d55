import {BACKENDS} from '../../../registry/backends.ts';
import type {Examples} from './example.ts';

const shared = BACKENDS.map(({address}) => address.example).find((example) => example.includes('/')) ?? '';

/** Examples of the commands about programs, logins, sandboxes, backends and the configuration. */
export const EXAMPLES_OF_PROGRAMS: Examples = {
  exec: [
    ['gantry exec -w prod -- kubectl get pods -n shop', 'kubectl in the cluster of prod'],
    ['gantry exec -w prod -- helm list --all-namespaces', 'Helm'],
    ['gantry exec -w prod -- terraform plan', 'Terraform, with the provider keys of prod'],
    ["gantry exec -w prod -- sh -c 'kubectl get nodes -o json | jq .items'", 'a pipe of commands'],
  ],
  terraform: [
    ['gantry terraform -- state list', 'the addresses in the state of the stack'],
    ['gantry terraform -s web -- show -json', 'all values, with secrets replaced'],
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
    ['gantry kubeconfig -w prod --print > prod.yaml', 'write a kubeconfig with only prod'],
  ],
  credential: [
    ['gantry credential -w prod', 'print the credential, as kubectl does'],
    ['gantry kubeconfig -w prod --merge --exec', 'add a context that calls gantry credential to your kubeconfig'],
  ],
  completion: [
    ['source <(gantry completion bash)', 'in ~/.bashrc'],
    ['source <(gantry completion zsh)', 'in ~/.zshrc, after compinit'],
    ['gantry completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  login: [
    ['gantry login -w prod', 'log in with the browser of this machine'],
    ['gantry login -w prod --device', 'log in with a browser on another machine'],
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
    ['gantry can-i create deployments -n shop', 'exit code 0: allowed, 1: denied'],
    ['gantry can-i --list -n shop', 'every permission in the namespace shop'],
  ],
  'backend backup': [
    ['gantry backend backup state.gantry-backup', 'of the backend that is used here'],
    ['gantry backend backup state.gantry-backup --backend team', 'of the backend team'],
  ],
  'backend restore': [
    ['gantry backend restore state.gantry-backup --backend new', 'into the empty backend new'],
    ['gantry backend restore state.gantry-backup --replace', 'replace everything in the backend that is used here'],
  ],
  'backend migrate': [
    ['gantry backend migrate local local:/srv/gantry', 'move the data to another directory'],
    [`gantry backend migrate local ${shared}`, 'move the data to a bucket of the team'],
  ],
  'backend rekey': [
    ['gantry backend rekey', 'seal the backend for the recipients that its configuration declares'],
    ['gantry backend rekey --backend team --yes', 'the same for the backend team, without a question'],
  ],
  'backend verify': [
    ['gantry backend verify', 'check digests, MACs and references; writes nothing'],
    ['gantry backend verify --strict -o json', 'for a program: exit code 5 also for documents that nothing leads to'],
  ],
  'sandbox status': [
    ['gantry sandbox status', 'every sandbox'],
    ['gantry sandbox status demo', 'the sandbox demo'],
  ],
  'sandbox serve': [
    ['gantry sandbox serve', 'keep the sandbox running for kubectl and others'],
    ['gantry sandbox serve demo', 'serve the sandbox demo'],
  ],
  'sandbox export': [
    ['gantry sandbox export > objects.yaml', 'every object as YAML'],
    ['gantry sandbox export demo --reveal', 'with values of Secrets'],
  ],
  'sandbox reset': [
    ['gantry sandbox reset', 'ask for confirmation, then delete all objects of the sandbox'],
    ['gantry sandbox reset demo --yes', 'without confirmation'],
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
    [`gantry config set backends.team ${shared}`, 'give a backend the name team'],
    ['gantry config set backend team', 'use it if project.yaml names no backend'],
  ],
  'config unset': [
    ['gantry config unset backend', 'remove your default backend; $GANTRY_HOME is used again'],
    ['gantry config unset backends.team', 'remove the name team'],
  ],
};
