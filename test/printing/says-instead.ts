import type pg from 'pg';

/** Gives a label another text behind the platform's back, one that nobody could have posted. */
export async function saysInstead(owner: pg.Pool, id: string, zpl: string): Promise<void> {
  await owner.query(
    `with said as (
       insert into label_texts (organization_id, sha256, zpl_content)
       select organization_id, sha256(convert_to($1::text, 'UTF8')), $1::text from print_jobs where id = $2
       on conflict do nothing)
     update print_jobs set zpl_sha256 = sha256(convert_to($1::text, 'UTF8')) where id = $2`,
    [zpl, id],
  );
}
