/**
 * When not even the configuration came there are no texts and no kit: both languages, plainly, and a way
 * on.
 */
export function BootFailure() {
  return (
    <div className="wait" role="alert">
      <strong lang="th">เปิดหน้าไม่ได้ในขณะนี้</strong>
      <span className="wait-more" lang="th">
        ติดต่อเซิร์ฟเวอร์ไม่ได้ ตรวจสอบอินเทอร์เน็ตแล้วลองอีกครั้ง
      </span>
      <span className="wait-more" lang="en">
        The server cannot be reached. Check the connection and try again.
      </span>
      <button type="button" onClick={() => location.reload()}>
        ลองอีกครั้ง / Try again
      </button>
    </div>
  )
}
