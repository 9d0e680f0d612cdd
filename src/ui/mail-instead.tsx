export function MailInstead({ text, email }: { text: string; email: string }) {
  return (
    <p>
      {text}{' '}
      <a href={`mailto:${email}`} className="prose-link wrap-anywhere">
        {email}
      </a>
    </p>
  );
}
