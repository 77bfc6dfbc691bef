/**
 * What stands under Breaking in the changelog of 1.0.0, by topic: it is told once, and shown there and on the page of
 * upgrading.
 */
export function breakingChanges(changelog: string): string {
  const first = changelog.split(/^(?=## )/m).find((section) => section.startsWith('## 1.0.0')) ?? '';
  return first
    .split(/^### /m)
    .slice(1)
    .flatMap((topic) => {
      const [title = ''] = topic.split('\n', 1);
      const [, list] = /^\*\*Breaking\*\*[^\n]*\n([\s\S]*?)(?=^\*\*|^##|(?![\s\S]))/m.exec(topic) ?? [];
      return list ? [`### ${title.trim()}\n\n${list.trim()}\n`] : [];
    })
    .join('\n');
}
