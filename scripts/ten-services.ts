/** An application of ten services, as ten teams would write it: a Deployment and a Service each, and what two of them need. */
export const SERVICES = [
  'ads',
  'cart',
  'catalog',
  'checkout',
  'currency',
  'email',
  'frontend',
  'payment',
  'recommendations',
  'shipping',
] as const;

/** The files of the application, by name. */
export const tenServices = (): Readonly<Record<string, string>> =>
  Object.fromEntries(SERVICES.map((name) => [`${name}.yaml`, `${manifest(name)}${EXTRA[name] ?? ''}`]));

const EXTRA: Readonly<Partial<Record<(typeof SERVICES)[number], string>>> = {
  frontend: `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: frontend
spec:
  rules:
    - host: market.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend: {service: {name: frontend, port: {name: http}}}
`,
  currency: `---
apiVersion: v1
kind: ConfigMap
metadata:
  name: currency
data:
  base: EUR
`,
};

const manifest = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${name === 'frontend' ? 3 : 2}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
        - name: ${name}
          image: registry.example.com/market/${name}:1.0
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /ready, port: http}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: {app: ${name}}
  ports:
    - {name: http, port: 80, targetPort: http}
`;
