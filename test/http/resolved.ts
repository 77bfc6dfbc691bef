/**
 * A description with every reference to a named schema replaced by the schema itself, so that each schema is complete.
 */
interface Reference {
  $ref: string;
}

export function resolved(description: any): any {
  const known = new Map<string, unknown>();
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...beside } = node as Partial<Reference>;
    if (typeof $ref !== 'string' || !$ref.startsWith('#/components/schemas/')) return visitFields(node);
    if (!known.has($ref)) known.set($ref, visit(description.components.schemas[$ref.split('/').pop()!]));
    return Object.keys(beside).length > 0 ? { ...(known.get($ref) as object), ...beside } : known.get($ref);
  };
  const visitFields = (node: object): object =>
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
  return visit(description);
}
